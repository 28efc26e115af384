import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { base64, noise } from '../../harness/shops/pictures.ts'
import { CUSTOMER, hiddenFields } from '../../harness/shops/shopper.ts'
import { sequenceOf } from '../../server/rules/orders/order-number.ts'
import type { Place } from '../place/place.ts'
import type { Caller } from './caller.ts'

type Store = Awaited<ReturnType<Place['newStore']>>

/** A purchase as it was acknowledged to the crowd. */
interface Bought {
  orderId: string
  status: string
}

export interface Made {
  store: Store
  productId: string
  name: string
  given: number
  orders: Bought[]
}

type PlaceOrder = (storeId: string, productId: string) => Promise<{ order_id: string }>

const GIVEN = 50
const picture = await noise({ width: 24, height: 24 }).png().toBuffer()

/** Sellers and customers who use every kind of request, record what was acknowledged, and retry without end. */
export class Crowd {
  readonly #caller: Caller
  readonly #placeOrder: PlaceOrder | undefined
  readonly stores: Store[]
  readonly made: Made[] = []
  #stopped = false

  /** `placeOrder` is how an operator places an order beside the customers, as `haat order place` does. */
  constructor(caller: Caller, stores: Store[], placeOrder?: PlaceOrder) {
    this.#caller = caller
    this.stores = stores
    this.#placeOrder = placeOrder
  }

  stop() {
    this.#stopped = true
  }

  /** How many writes were acknowledged: products, edits, orders and changes of status. */
  get acknowledged(): number {
    const orders = this.made.flatMap((made) => made.orders)
    const moved = orders.filter(({ status }) => status !== 'started')
    return 2 * this.made.length + orders.length + moved.length
  }

  /** A round per store every `paceMs`. After the stop each store finishes its round, so that every outcome is known. */
  async run(paceMs: number): Promise<void> {
    await Promise.all(
      this.stores.map(async (store, i) => {
        await sleep((paceMs * i) / this.stores.length)
        for (let n = 0; !this.#stopped; n++) {
          const began = Date.now()
          await this.#round(store, n)
          await sleep(Math.max(0, paceMs - (Date.now() - began)))
        }
      }),
    )
  }

  async #round(store: Store, n: number) {
    const made = await this.#create(store, `Lamp ${n} of ${store.slug}`)
    this.made.push(made)
    const bought = await Promise.all([this.#buy(made), this.#buy(made)])
    made.orders.push(...bought)
    const [first, second] = bought as [Bought, Bought]
    const placed = await this.#placeOrder?.(store.store_id, made.productId)
    if (placed) made.orders.push({ orderId: placed.order_id, status: 'started' })
    await Promise.all([this.#move(store, first, 'processing'), this.#move(store, second, 'cancelled')])
  }

  /** Sends the same request twice, like an impatient client; only one product may result. */
  async #create(store: Store, name: string): Promise<Made> {
    const body = {
      name,
      price: 100,
      description: 'Made under fire',
      stock: 1,
      primary_image: base64(picture),
    }
    const key = randomUUID()
    const send = () => this.#api(store, 'POST', '/api/products/create', body, key)
    const [one, other] = await Promise.all([send(), send()])
    if (one.product_id !== other.product_id) this.#caller.wrong.push(`Two products for one key: ${name}`)
    const productId: string = one.product_id
    await this.#api(store, 'PUT', `/api/products/${productId}/edit`, { stock: GIVEN })
    return { store, productId, name, given: GIVEN, orders: [] }
  }

  /** Goes through form, payment page and order page like a browser. */
  async #buy({ store, productId }: Made): Promise<Bought> {
    const checkout = `/s/${store.slug}/p/${productId}/checkout`
    const form = await this.#caller.persist(checkout)
    const fields = { ...CUSTOMER, email: `${randomUUID()}@example.com`, ...hiddenFields(form.text) }
    const sent = await this.#caller.persist(checkout, { method: 'POST', body: new URLSearchParams(fields) })
    const payment = new URL(sent.headers.get('location') ?? '/', 'http://shop').pathname
    const page = await this.#caller.persist(payment)
    const [pay = ''] = page.text.match(/<form method="post".*?<\/form>/s) ?? []
    const paid = await this.#caller.persist(payment, {
      method: 'POST',
      body: new URLSearchParams(hiddenFields(pay)),
    })
    const outcome = await this.#caller.persist(paid.headers.get('location') ?? '/')
    const token = outcome.headers.get('location')?.split('/').at(-1) ?? ''
    const order = await this.#caller.persist(`/o/${token}`)
    const [, number] = /Order number <strong>(\d+)</.exec(order.text) ?? []
    const orderId = number ? await this.#idOf(store, Number(number)) : ''
    if (!orderId) this.#caller.wrong.push(`No order after the payment ${payment}`)
    return { orderId, status: 'started' }
  }

  /** Finds an order's id by the number that its customer sees; events announce orders under their id. */
  async #idOf(store: Store, number: number): Promise<string> {
    const { events } = await this.#api(store, 'GET', `/api/events?limit=1&after=${sequenceOf(number) - 1}`)
    return events[0]?.payload.order_id ?? ''
  }

  async #move(store: Store, bought: Bought, status: string) {
    await this.#api(store, 'PUT', `/api/orders/${bought.orderId}/status`, { status }, randomUUID())
    bought.status = status
  }

  // biome-ignore lint/suspicious/noExplicitAny: the answers of the seller API.
  async #api(store: Store, method: string, path: string, body?: object, key?: string): Promise<any> {
    const { status, text } = await this.#caller.persist(path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        'x-api-key': store.api_key,
        ...(key && { 'idempotency-key': key }),
      },
    })
    if (status >= 300) this.#caller.wrong.push(`${status} ${method} ${path}: ${text.slice(0, 200)}`)
    return JSON.parse(text)
  }
}
