/** The most characters that each kind of name may have. */
export const NAME_LIMITS = { store: 80, category: 50, person: 80 } as const
