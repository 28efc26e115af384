/** What a provider is asked to collect. */
export interface PaymentRequest {
  /** Our own name for the payment; the provider keeps it with its own. */
  paymentId: string
  storeId: string
  checkoutId: string
  amountPaise: number
}

/** A payment that a provider has agreed to collect. */
export interface StartedPayment {
  /** The provider's own name for it. */
  reference: string
}

/** What a provider says about a payment, once it is known that the provider says it. */
export type Report =
  | { kind: 'captured'; reference: string; amountPaise: number }
  | { kind: 'failed'; reference: string }
  | { kind: 'pending'; reference: string }
  /** The provider speaks of money that is not ours to take: another amount's currency, another payment, another mode. */
  | { kind: 'problem'; reference: string; reason: string }
  | { kind: 'not_genuine'; reason: string }

/** What came back with the customer's browser, before any of it is believed. */
export type CallbackFields = Readonly<Record<string, string>>

/** The narrow door behind which each payment provider stands. */
export interface Gateway {
  readonly name: 'test' | 'razorpay'
  /** The name under which the store is known to the provider; null where it has none. */
  readonly account: string | null
  /** How long after the start the provider is first asked what became of a payment; null: it has nothing to tell. */
  readonly askAfterMs: number | null
  start(request: PaymentRequest): Promise<StartedPayment>
  /** Checks that the fields are the provider's, then finds out what became of the payment. */
  verifyCallback(fields: CallbackFields): Promise<Report>
  /** Asks the provider what became of a payment that was started. */
  ask(reference: string): Promise<Report>
}
