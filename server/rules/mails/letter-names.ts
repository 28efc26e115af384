/**
 * The id of a letter about an order or a payment begins with that one's id. The letter's text is sealed, so this is how
 * it is found when the customer is erased.
 */
export const letterName = (id: string, what: string): string => `${id}.${what}`

/** The `like` pattern for them. */
export const anyLetterAbout = (id: string): string => letterName(id, '%')

/** The letter that tells a customer of money owed to them: the only letter addressed to a customer. */
export const owedLetterId = (paymentId: string): string => letterName(paymentId, 'owed')
