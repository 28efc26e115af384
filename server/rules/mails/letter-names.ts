/**
 * The id of a letter about an order or a payment begins with theirs: what it says is sealed, and by its id it is found when
 * the customer is erased.
 */
export const letterAbout = (id: string, what: string): string => `${id}.${what}`

/** What `like` finds them by. */
export const anyLetterAbout = (id: string): string => letterAbout(id, '%')

/** The letter that tells who paid of money which is owed to them: it alone is kept under a customer's address. */
export const owedLetterId = (paymentId: string): string => letterAbout(paymentId, 'owed')
