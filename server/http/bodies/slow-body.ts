const A_MOMENT_MS = 1000

/** A body may take minutes. Its sender may lose access meanwhile, so after a slow body that is checked again. */
export const tookLong = (began: number, ended: number): boolean => Math.abs(ended - began) > A_MOMENT_MS
