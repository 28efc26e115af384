/** How many things one request changes, or reads, at most. */
export const MANY_MOST = 100

/**
 * What became of each of many things that were to be changed alike. Each is changed as it would be alone, so what is
 * refused holds up no other, and a request whose answer was lost can be sent again.
 */
export interface ManyOutcome<Refused> {
  done: string[]
  /** Those that were so before: somebody was quicker, or the same request came twice. */
  already: string[]
  /** Those that were left as they are. */
  refused: ({ id: string } & Refused)[]
}
