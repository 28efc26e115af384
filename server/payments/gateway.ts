import type { GatewayName } from '#contract/dashboard/orders.ts'

/** What a provider is asked to collect. */
export interface PaymentRequest {
  /** Our id for the payment; the provider stores it beside its own. */
  paymentId: string
  amountPaise: number
}

/** A payment that a provider has agreed to collect, as it is stored. */
export interface StartedPayment {
  /** The provider's id for it. */
  reference: string
  /** The store's account with the provider when the payment began. */
  account: string | null
}

/** A provider's report on one payment, verified to come from the provider. */
export type Report =
  | { kind: 'captured'; amountPaise: number }
  /** Every try that the provider knows of has failed. */
  | { kind: 'failed' }
  /** A try is under way. */
  | { kind: 'pending' }
  /** The provider knows of no try. */
  | { kind: 'untried' }
  /** The bank has promised the money, for a try that began at `since`; the provider takes it next. */
  | { kind: 'authorised'; since: number }
  /** The provider reports money from which no order can be made. */
  | { kind: 'problem'; reason: string }

/** What the customer's browser brought back, not yet verified. */
export type CallbackFields = Readonly<Record<string, string>>

/** Starts payments. */
export interface Collector {
  readonly name: GatewayName
  /** The store's account with the provider; null if it has none. */
  readonly account: string | null
  /** How long after the start the provider is first asked about a payment; null: it cannot be asked. */
  readonly askAfterMs: number | null
  /** Returns the provider's id for the payment. */
  start(request: PaymentRequest): Promise<string>
}

/** The interface to a payment provider. */
export interface Gateway extends Collector {
  /** The smallest amount that it collects. */
  readonly leastPaise: number
  /** Whether the provider has signed these fields for this payment. */
  isGenuine(payment: StartedPayment, fields: CallbackFields): boolean
  /** Finds out the payment's outcome. Fields that the provider did not sign for it are ignored. */
  verifyCallback(payment: StartedPayment, fields: CallbackFields): Promise<Report>
  /** Asks the provider for the payment's outcome. */
  ask(payment: StartedPayment): Promise<Report>
}

/** The provider gave no answer, or none about the payment; a retry may succeed. */
export class GatewayUnavailable extends Error {
  /** The HTTP status of its answer; undefined if there was none. */
  readonly status: number | undefined
  /** The provider's reason, in words for the seller, if it refuses for good: retrying does not help. */
  readonly refusal: string | undefined

  constructor(message: string, status?: number, refusal?: string) {
    super(message)
    this.status = status
    this.refusal = refusal
  }
}
