/** Fewer characters could be guessed: of HAAT_SECRET, and of the one that a first start makes. */
export const SECRET_LEAST = 32
