/** Greater than every text that begins so, and less than those behind them. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`
