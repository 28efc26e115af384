import { ERASED_CUSTOMER, isErased } from '#contract/erased-customer.ts'

/** Who bought, or that nobody knows any more. */
export const customerName = ({ name, email }: { name: string; email: string }): string =>
  isErased(email) ? ERASED_CUSTOMER : name
