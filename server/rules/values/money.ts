/** All amounts are below this. */
export const TOO_MANY_RUPEES = 10_000_000_000

export const isTooMuchMoney = (rupees: number): boolean => rupees >= TOO_MANY_RUPEES

export const hasMoreThanPaise = (rupees: number): boolean => Math.round(rupees * 100) / 100 !== rupees

/** Exact for amounts that passed the two checks above. Adding 0 turns -0 into 0. */
export const toPaise = (rupees: number): number => Math.round(rupees * 100) + 0

export const toRupees = (paise: number): number => paise / 100
