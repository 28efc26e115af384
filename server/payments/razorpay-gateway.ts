import { createHmac } from 'node:crypto'
import type Razorpay from 'razorpay'
import { RAZORPAY_LEAST_PAISE } from '#contract/dashboard/store.ts'
import { modeOf } from '../rules/payments/razorpay-keys.ts'
import { MINUTE_MS } from '../rules/values/durations.ts'
import { onFirstUse } from '../rules/values/on-first-use.ts'
import { sameText } from '../rules/values/same-text.ts'
import {
  type CallbackFields,
  type Gateway,
  GatewayUnavailable,
  type PaymentRequest,
  type Report,
  type StartedPayment,
} from './gateway.ts'
import { answered, isList, isListOfTries, isOrder, isTry, type ProviderPayment } from './razorpay-answers.ts'

export interface RazorpayKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
}

const ASK_AFTER_MS = 2 * MINUTE_MS
const ANSWER_WITHIN_MS = 10_000
const UNAUTHORIZED = 401
const MOST_ANSWER_BYTES = 1024 * 1024
const PAYMENT_ID = /^pay_\w+$/

/** Razorpay's orders API, through its own package. One Razorpay order is one payment of ours. */
export class RazorpayGateway implements Gateway {
  readonly name = 'razorpay'
  readonly account: string
  readonly leastPaise = RAZORPAY_LEAST_PAISE
  readonly askAfterMs = ASK_AFTER_MS
  readonly #keys: RazorpayKeys
  /** Loads the package when a payment first needs it: it is large, and many services never use it. */
  readonly #client: () => Promise<Razorpay>

  constructor(keys: RazorpayKeys, apiUrl: string, answerWithinMs = ANSWER_WITHIN_MS) {
    this.account = keys.keyId
    this.#keys = keys
    this.#client = onFirstUse(() => connect(keys, apiUrl, answerWithinMs))
  }

  async start({ paymentId, amountPaise }: PaymentRequest): Promise<string> {
    const client = await this.#client()
    const order = { amount: amountPaise, currency: 'INR', receipt: paymentId, payment_capture: true }
    const { id } = await answered(() => client.orders.create(order), isOrder)
    return id
  }

  isGenuine(payment: StartedPayment, fields: CallbackFields): boolean {
    const { razorpay_payment_id: id = '', razorpay_order_id: order = '', razorpay_signature = '' } = fields
    return (
      payment.account === this.account &&
      order === payment.reference &&
      PAYMENT_ID.test(id) &&
      sameText(razorpay_signature, hmac(this.#keys.keySecret, `${order}|${id}`))
    )
  }

  async verifyCallback(payment: StartedPayment, fields: CallbackFields): Promise<Report> {
    // Fields without our valid signature: a failed try comes back unsigned, one begun under other keys is signed with
    // those, and anybody can post here.
    if (!this.isGenuine(payment, fields)) return this.ask(payment)
    const { razorpay_payment_id: id = '' } = fields
    const client = await this.#client()
    return reportOf(payment, [await answered(() => client.payments.fetch(id), isTry)])
  }

  async ask(payment: StartedPayment): Promise<Report> {
    const problem = this.#problemOfMode(payment)
    if (problem) return problem
    const client = await this.#client()
    const { items } = await answered(() => client.orders.fetchPayments(payment.reference), isListOfTries)
    return reportOf(payment, items)
  }

  /** Whether the provider accepts the keys, tried with a request that changes nothing. */
  async acceptsKeys(): Promise<boolean> {
    const client = await this.#client()
    try {
      await answered(() => client.orders.all({ count: 1 }), isList)
      return true
    } catch (error) {
      if (error instanceof GatewayUnavailable && error.status === UNAUTHORIZED) return false
      throw error
    }
  }

  /** Whether the provider signed this raw webhook body for this store. */
  isWebhookGenuine(body: Buffer, signature: string): boolean {
    return sameText(signature, hmac(this.#keys.webhookSecret, body))
  }

  /** A problem if the payment began with keys of the other mode: test money must never buy goods. */
  #problemOfMode({ account }: StartedPayment): Report | undefined {
    const [then, now] = [modeOf(account ?? ''), modeOf(this.account)]
    if (then === now) return undefined
    return { kind: 'problem', reason: `Started with ${then} keys, but the store now has ${now} keys` }
  }
}

/** The part of it that is used here. */
interface HttpClient {
  defaults: object
  interceptors: { request: { use(change: (request: object) => object): void } }
}

async function connect(keys: RazorpayKeys, apiUrl: string, timeout: number): Promise<Razorpay> {
  const { default: Client } = await import('razorpay')
  const client = new Client({ key_id: keys.keyId, key_secret: keys.keySecret })
  // The package has no settings for these, but exposes its HTTP client.
  const { rq } = client.api as unknown as { rq: HttpClient }
  Object.assign(rq.defaults, { baseURL: apiUrl, maxRedirects: 0, maxContentLength: MOST_ANSWER_BYTES })
  // The client's own timeout restarts with every byte.
  rq.interceptors.request.use((request) => ({ ...request, signal: AbortSignal.timeout(timeout) }))
  return client
}

const hmac = (secret: string, text: string | Buffer) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** An order may have had several tries; a captured one decides. */
function reportOf({ reference }: StartedPayment, tries: readonly ProviderPayment[]): Report {
  const captured = tries.find(({ status }) => status === 'captured')
  if (captured) {
    if (captured.order_id !== reference)
      return { kind: 'problem', reason: 'The provider names another payment' }
    if (captured.currency !== 'INR')
      return { kind: 'problem', reason: `Paid in ${captured.currency} instead of INR` }
    return { kind: 'captured', amountPaise: Number(captured.amount) }
  }
  if (tries.some(({ status }) => status === 'refunded'))
    return { kind: 'problem', reason: 'The provider has refunded the payment' }
  const promised = tries.find(({ status }) => status === 'authorized')
  if (promised) return { kind: 'authorised', since: promised.created_at * 1000 }
  if (tries.length === 0) return { kind: 'untried' }
  return { kind: tries.every(({ status }) => status === 'failed') ? 'failed' : 'pending' }
}
