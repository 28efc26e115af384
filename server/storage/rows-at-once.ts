/** So many rows are changed in one transaction of long work, for which others wait a few hundredths of a second. */
export const ROWS_AT_ONCE = 500
