/** The most things that one request changes or reads. */
export const MANY_MOST = 100

/**
 * The result of a bulk change, item by item. Each item is changed on its own: one refusal does not stop the others,
 * and a request whose answer was lost can be sent again.
 */
export interface ManyOutcome<Refused> {
  done: string[]
  /** Those that already were as asked: somebody else was quicker, or the same request came twice. */
  already: string[]
  /** Those that were left unchanged. */
  refused: ({ id: string } & Refused)[]
}
