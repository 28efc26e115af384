import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface RazorpayAccount {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The most that the account may collect in one payment. */
  mostPaise?: number
}

export interface FakePayment {
  id: string
  entity: 'payment'
  order_id: string
  amount: number
  currency: string
  status: string
  captured: boolean
  /** In seconds. */
  created_at: number
}

interface FakeOrder {
  id: string
  entity: 'order'
  amount: number
  currency: string
  receipt: string
  payment_capture: unknown
  status: string
  /** The key that made it: at Razorpay, test and live keys never see each other's data. */
  keyId: string
}

/** In seconds. */
const PAID_AT = 1_700_000_000

const newId = (kind: string) => `${kind}_${randomBytes(7).toString('hex')}`

export const newAccount = (mode: 'test' | 'live' = 'live'): RazorpayAccount => ({
  keyId: `rzp_${mode}_${randomBytes(7).toString('hex')}`,
  keySecret: randomBytes(12).toString('hex'),
  webhookSecret: randomBytes(12).toString('hex'),
})

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** The data that the fake Razorpay keeps. */
interface Books {
  accounts: Map<string, RazorpayAccount>
  orders: Map<string, FakeOrder>
  payments: Map<string, FakePayment>
}

/** A fake Razorpay on this machine: orders and payments as its documentation describes them, and a checkout script. */
export async function startRazorpay() {
  const books: Books = { accounts: new Map(), orders: new Map(), payments: new Map() }
  /**
   * No answer leaves until `held` resolves; each answer shows the state at the time of its request. `page` replaces
   * every answer, as where a proxy answers instead of Razorpay.
   */
  const state = { down: false, asked: 0, movedTo: '', page: '', pageStatus: 200, held: Promise.resolve() }
  const server = createServer(async (request, response) => {
    const isForScript = request.url === '/checkout.js'
    if (!isForScript) state.asked++
    if (state.down) return request.socket.destroy()
    if (isForScript) return state.held.then(() => sendScript(response))
    if (state.movedTo) return response.writeHead(307, { location: state.movedTo + request.url }).end()
    if (state.page)
      return response.writeHead(state.pageStatus, { 'content-type': 'text/html' }).end(state.page)
    const { held } = state
    const { status, body } = await answerTo(request, books)
    const said = JSON.stringify(body)
    await held
    response.writeHead(status, { 'content-type': 'application/json' }).end(said)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    settings: { RAZORPAY_API_URL: url, RAZORPAY_SCRIPT_URL: `${url}/checkout.js` },
    orders: books.orders,
    state,
    know: (account: RazorpayAccount) => {
      books.accounts.set(account.keyId, account)
      return account
    },
    /** The seller has revoked the key at Razorpay. */
    forget: ({ keyId }: RazorpayAccount) => books.accounts.delete(keyId),
    /** A customer's attempt to pay an order. */
    pay(orderId: string, changes: Partial<FakePayment> = {}): FakePayment {
      const payment = paymentOf(orderId, books.orders.get(orderId), changes)
      books.payments.set(payment.id, payment)
      return payment
    },
    /** What the checkout script passes to the page after a payment. */
    callback: ({ keySecret }: RazorpayAccount, { id, order_id }: FakePayment) => ({
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: hmac(keySecret, `${order_id}|${id}`),
    }),
    webhook({ webhookSecret }: RazorpayAccount, event: string, payment: FakePayment) {
      const order = books.orders.get(payment.order_id)
      const payload = {
        payment: { entity: payment },
        ...(event === 'order.paid' && { order: { entity: order } }),
      }
      const body = JSON.stringify({ entity: 'event', event, payload, created_at: PAID_AT })
      return { body, signature: hmac(webhookSecret, body) }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

interface Answer {
  status: number
  body: unknown
}

const found = (body: unknown): Answer => ({ status: 200, body })
const listed = (items: unknown[]) => found({ entity: 'collection', count: items.length, items })
const refused = (description: string, status = 400): Answer => ({
  status,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
})

async function answerTo(request: IncomingMessage, { accounts, orders, payments }: Books): Promise<Answer> {
  const account = accountOf(request, accounts)
  if (!account) return refused('Authentication failed', 401)
  const [, , collection, id = '', part] = (request.url ?? '').replace(/\?.*/, '').split('/')
  if (request.method === 'POST' && collection === 'orders') {
    return createOrder(orders, account, (await json(request)) as Record<string, unknown>)
  }
  if (collection === 'orders' && !id) return listed([])
  const order = orders.get(collection === 'orders' ? id : (payments.get(id)?.order_id ?? ''))
  if (!order || order.keyId !== account.keyId) return refused('The id provided does not exist')
  if (collection === 'payments') return found(payments.get(id))
  if (part !== 'payments') return found(order)
  return listed([...payments.values()].filter(({ order_id }) => order_id === order.id))
}

function createOrder(
  orders: Books['orders'],
  { keyId, mostPaise = Number.POSITIVE_INFINITY }: RazorpayAccount,
  { amount, currency, receipt, payment_capture }: Record<string, unknown>,
): Answer {
  if (!Number.isInteger(amount) || Number(amount) < 100)
    return refused('The amount must be at least INR 1.00')
  if (Number(amount) > mostPaise) return refused('Amount exceeds maximum amount allowed.')
  if (currency !== 'INR') return refused('Currency is not supported')
  if (typeof receipt !== 'string' || receipt.length > 40)
    return refused('The receipt may not be greater than 40 characters')
  const order: FakeOrder = {
    id: newId('order'),
    entity: 'order',
    amount: Number(amount),
    currency,
    receipt,
    payment_capture,
    status: 'created',
    keyId,
  }
  orders.set(order.id, order)
  return found(order)
}

function paymentOf(
  orderId: string,
  order: FakeOrder | undefined,
  changes: Partial<FakePayment>,
): FakePayment {
  const { amount = 0, currency = 'INR' } = order ?? {}
  const status = changes.status ?? 'captured'
  return {
    id: newId('pay'),
    entity: 'payment',
    order_id: orderId,
    amount,
    currency,
    status,
    captured: status === 'captured',
    created_at: PAID_AT,
    ...changes,
  }
}

function accountOf({ headers }: IncomingMessage, accounts: Map<string, RazorpayAccount>) {
  const [keyId = '', secret] = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64')
    .toString()
    .split(':')
  const account = accounts.get(keyId)
  return account?.keySecret === secret ? account : undefined
}

/** The script defines a function on the page instead of opening a window: the test decides what the customer does. */
function sendScript(response: ServerResponse) {
  response
    .writeHead(200, { 'content-type': 'text/javascript' })
    .end(
      `window.Razorpay = class { constructor(options) { window.opened = options } open() { window.opens = (window.opens || 0) + 1 } }`,
    )
}
