/** Shown instead of the name of a customer whose details were erased. */
export const ERASED_CUSTOMER = 'Details erased'

/** Checkout requires an e-mail address, so an order without one has had its customer's details erased. */
export const isErased = (email: string): boolean => email === ''
