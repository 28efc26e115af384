import type { KeptOrder, KeptPurchase } from './present-order.ts'

/** What a checkout and an order both have once their customer is erased. */
const ERASED_PURCHASE = {
  customer_name: '',
  customer_email: '',
  customer_phone: '',
  address: null,
  special_instructions: null,
  answers: '[]',
} as const satisfies Partial<KeptPurchase>

export const ERASED_CHECKOUT = { ...ERASED_PURCHASE, pincode: '', network: null } as const

/** It keeps its pincode, which names nobody. The courier's page behind a tracking link says to whom the parcel went. */
export const ERASED_ORDER = {
  ...ERASED_PURCHASE,
  review: null,
  tracking_url: null,
} as const satisfies Partial<KeptOrder>
