/** 0 or 1: both engines keep yes and no as a number. */
export type Flag = 0 | 1
