/** The times at which a mail was sent before it was sent again, oldest first. */
export const timesOf = (sentBefore: string): number[] =>
  sentBefore === '' ? [] : sentBefore.trimEnd().split(' ').map(Number)
