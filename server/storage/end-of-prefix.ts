/** A text greater than all that begin with the prefix, and less than those that sort after them. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`
