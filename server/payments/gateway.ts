/** A payment that a provider has been asked to collect. */
export interface StartedPayment {
  /** The provider's own name for it. */
  reference: string
}

export interface PaymentRequest {
  storeId: string
  checkoutId: string
  amountPaise: number
}

/** What a provider reports about a payment, once the report is known to be genuine. */
export type Report =
  | { kind: 'captured'; reference: string; amountPaise: number }
  | { kind: 'failed'; reference: string }
  | { kind: 'not_genuine'; reason: string }

/** The narrow door behind which each payment provider stands. */
export interface Gateway {
  readonly name: string
  start(request: PaymentRequest): Promise<StartedPayment>
}
