/** The times of a mail's earlier sendings, oldest first. */
export const timesOf = (sentBefore: string): number[] =>
  sentBefore === '' ? [] : sentBefore.trimEnd().split(' ').map(Number)

/** A name for each sending of a mail: all its retries share it, and resending on request makes a new one. */
export const sendingOf = (mail: { order_id: string; kind: string; sent_before: string }): string =>
  [mail.order_id, mail.kind, ...timesOf(mail.sent_before).slice(-1)].join('.')
