/**
 * Longer than any real search. Bounded, because ordering a text's combining marks takes time quadratic in their number.
 */
const LONGEST = 500

/** The search text of a list. */
export const readSearch = (sent = ''): string => sent.trim().slice(0, LONGEST)
