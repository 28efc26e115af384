import { ERASED_CUSTOMER, isErased } from '#contract/erased-customer.ts'

/** The customer's name, or a text that says it was erased. */
export const customerName = ({ name, email }: { name: string; email: string }): string =>
  isErased(email) ? ERASED_CUSTOMER : name
