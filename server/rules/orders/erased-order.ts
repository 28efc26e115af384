import type { KeptOrder, KeptPurchase } from './present-order.ts'

/** What a checkout or an order has once its customer is erased. An order keeps its pincode, which names nobody. */
export const ERASED_PURCHASE = {
  customer_name: '',
  customer_email: '',
  customer_phone: '',
  address: null,
  special_instructions: null,
  answers: '[]',
} as const satisfies Partial<KeptPurchase>

/** The courier's page behind a tracking link says to whom the parcel went. */
export const ERASED_ORDER = {
  ...ERASED_PURCHASE,
  review: null,
  tracking_url: null,
} as const satisfies Partial<KeptOrder>
