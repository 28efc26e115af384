/** So many rows are changed in one transaction of long work, which holds up others for a few hundredths of a second. */
export const ROWS_AT_ONCE = 500
