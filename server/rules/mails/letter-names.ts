/** The id of the letter that tells who paid of money which is owed to them: it alone is kept under a customer's address. */
export const owedLetterId = (paymentId: string): string => `${paymentId}.owed`
