import type { GatewayName } from '#contract/dashboard/orders.ts'

/** What a provider is asked to collect. */
export interface PaymentRequest {
  /** Our own name for the payment; the provider keeps it with its own. */
  paymentId: string
  amountPaise: number
}

/** A payment that a provider has agreed to collect, as we remember it. */
export interface StartedPayment {
  /** The provider's own name for it. */
  reference: string
  /** The name under which the store was known to the provider when it began. */
  account: string | null
}

/** What a provider says about one payment, once it is known that the provider says it. */
export type Report =
  | { kind: 'captured'; amountPaise: number }
  /** So did every try that the provider knows of. */
  | { kind: 'failed' }
  /** A try is under way. */
  | { kind: 'pending' }
  /** The provider knows of no try. */
  | { kind: 'untried' }
  /** The bank has promised the money, for a try that began then; the provider takes it next. */
  | { kind: 'authorised'; since: number }
  /** The provider speaks of money from which no order can be made. */
  | { kind: 'problem'; reason: string }

/** What came back with the customer's browser, before any of it is believed. */
export type CallbackFields = Readonly<Record<string, string>>

/** What begins a payment. */
export interface Collector {
  readonly name: GatewayName
  /** The name under which the store is known to the provider; null where it has none. */
  readonly account: string | null
  /** How long after the start the provider is first asked what became of a payment; null: it has nothing to tell. */
  readonly askAfterMs: number | null
  /** Returns the provider's own name for the payment. */
  start(request: PaymentRequest): Promise<string>
}

/** The narrow door behind which each payment provider stands. */
export interface Gateway extends Collector {
  /** Less than this it does not collect. */
  readonly leastPaise: number
  /** Whether the fields are the provider's own about the payment. */
  isGenuine(payment: StartedPayment, fields: CallbackFields): boolean
  /** Finds out what became of the payment. Fields that are not the provider's own about it say nothing. */
  verifyCallback(payment: StartedPayment, fields: CallbackFields): Promise<Report>
  /** Asks the provider what became of the payment. */
  ask(payment: StartedPayment): Promise<Report>
}

/** The provider did not answer, or not in a way that says anything about the payment; a later try may succeed. */
export class GatewayUnavailable extends Error {
  /** Of its answer; undefined where there was none. */
  readonly status: number | undefined
  /** What the provider says where it refuses for good, in words for the seller: no later try heals it. */
  readonly refusal: string | undefined

  constructor(message: string, status?: number, refusal?: string) {
    super(message)
    this.status = status
    this.refusal = refusal
  }
}
