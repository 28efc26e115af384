/** More than the few words that are asked for: to put the marks of a text in order takes the square of their number. */
const LONGEST = 500

/** What is looked for in a list. */
export const readSearch = (sent = ''): string => sent.trim().slice(0, LONGEST)
