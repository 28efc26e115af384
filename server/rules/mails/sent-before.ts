/** The times at which a mail was sent before it was sent again, oldest first. */
export const timesOf = (sentBefore: string): number[] =>
  sentBefore === '' ? [] : sentBefore.trimEnd().split(' ').map(Number)

/** A name for each sending of a mail: the same for every try, another one when somebody asks for it again. */
export const sendingOf = (mail: { order_id: string; kind: string; sent_before: string }): string =>
  [mail.order_id, mail.kind, ...timesOf(mail.sent_before).slice(-1)].join('.')
