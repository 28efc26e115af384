/** A shorter secret could be guessed; applies to HAAT_SECRET and to the one that the first start generates. */
export const SECRET_LEAST = 32
