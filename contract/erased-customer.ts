/** What stands in the place of a customer whose details were erased, wherever there is room for a few words. */
export const ERASED_CUSTOMER = 'Details erased'

/** Nothing is bought without an e-mail address: an order that has none had its customer's details erased. */
export const isErased = (email: string): boolean => email === ''
