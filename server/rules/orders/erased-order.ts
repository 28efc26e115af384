import type { KeptOrder, KeptPurchase } from './present-order.ts'

/** The columns that a checkout and an order share, after their customer is erased. */
const ERASED_PURCHASE = {
  customer_name: '',
  customer_email: '',
  customer_phone: '',
  address: null,
  special_instructions: null,
  answers: '[]',
} as const satisfies Partial<KeptPurchase>

export const ERASED_CHECKOUT = { ...ERASED_PURCHASE, pincode: '', network: null } as const

/**
 * The order keeps its pincode, which identifies nobody. It loses its tracking link, since the courier's page says who
 * got the parcel.
 */
export const ERASED_ORDER = {
  ...ERASED_PURCHASE,
  review: null,
  tracking_url: null,
} as const satisfies Partial<KeptOrder>
