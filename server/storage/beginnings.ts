/** Greater than every text that begins so, and less than those behind them. */
export const endOf = (start: string): string => `${start}\u{10FFFF}`
