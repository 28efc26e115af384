import type { GatewayName, PaymentStatus } from '#contract/dashboard/orders.ts'

export interface PaymentRow {
  store_id: string
  id: string
  checkout_id: string
  gateway: GatewayName
  reference: string
  amount_paise: number
  status: PaymentStatus
  order_id: string | null
  created_at: number
  settled_at: number | null
  token: string
  account: string | null
  ask_at: number | null
  asks: number
  /** When a customer's return last made us ask the provider; the first return with a valid signature does not count. */
  asked_at: number | null
  /**
   * When we first heard that the bank has promised the money, by a signed callback or from the provider; set again when
   * we hear it after failed tries.
   */
  promised_at: number | null
}

export interface RefundTaskRow {
  store_id: string
  payment_id: string
  amount_paise: number
  reason: string
  created_at: number
  done_at: number | null
}

export interface PaymentProblemRow {
  store_id: string
  gateway: string
  reference: string
  reason: string
  /** Null only in old rows, of payments that had not been begun. */
  payment_id: string | null
  times: number
  created_at: number
  last_at: number
  /** When the seller marked it as looked at, or nobody had to any more: see payment-problems.ts. */
  done_at: number | null
}

export interface SealedRazorpayKeys {
  store_id: string
  key_id: string
  /** The two secrets, sealed by the vault. */
  sealed: string
}

export interface RazorpayKeysRow extends SealedRazorpayKeys {
  created_at: number
}

export interface FormerRazorpayKeysRow extends SealedRazorpayKeys {
  retired_at: number
}
