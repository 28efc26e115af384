import { caller, type TestApp } from '../../harness/app/app.ts'
import { newPerson } from '../../harness/shops/dashboard.ts'
import { placePaidOrder } from '../../harness/shops/paid-order.ts'
import { changeOrderStatus } from '../../server/actions/orders/change-order-status.ts'
import { setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import { insertMember } from '../../server/storage/accounts/members.ts'
import { notePaymentProblem } from '../../server/storage/payments/payment-problems.ts'
import { insertPayment } from '../../server/storage/payments/payments.ts'
import { insertRefundTask } from '../../server/storage/payments/refund-tasks.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { makeDemoStore } from '../demo/demo-store.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
const CUSTOMERS = [
  'Kavya Nair',
  'Imran Sheikh',
  'Ritu Malhotra',
  'Joseph D’Souza',
  'Ananya Ghosh',
  'Vikram Rathore',
]

const RAZORPAY = {
  keyId: 'rzp_live_Qm3x8Kd2LpT7aV',
  keySecret: 'a-secret-of-Razorpay',
  webhookSecret: 'a-secret-of-ours',
}

type GoBack = (ms: number) => void
type Demo = Awaited<ReturnType<typeof makeDemoStore>>

/** The demo store after three months: team, webhooks, a refund to make, a payment to look at, a second empty store. */
export async function busyStore(app: TestApp, hook: string, goBack: GoBack) {
  const { world } = app
  const [owner, manager, staff] = await Promise.all([
    newPerson(app, 'Asha Verma', { email: 'asha@neembrass.example', userAgent: PHONE }),
    newPerson(app, 'Rohan Mehta', { email: 'rohan@neembrass.example' }),
    newPerson(app, 'Fatima Khan', { email: 'fatima@neembrass.example' }),
  ])
  goBack(88 * DAY_MS)
  const demo = await makeDemoStore(world, { place: placePaidOrder })
  const store = demo.store_id
  const join = (person: { id: string }, role: 'owner' | 'manager' | 'staff') =>
    insertMember(world.db, { store_id: store, person_id: person.id, role, since: world.now() })
  await join(owner, 'owner')
  await join(manager, 'manager')
  await join(staff, 'staff')
  const webhook = await owner.ask('addWebhook', { store, url: hook })

  const orderId = await trade(app, demo, goBack)
  await sayThatMailsAreSent(app)
  await sayThatMoneyIsReturned(app)
  await callTheApi(app, demo, goBack)
  goBack(0)
  await owner.ask('addWebhook', { store, url: 'https://localhost:9/orders' })
  const given = { name: CUSTOMERS[0]!, email: 'kavya@example.com' }
  await placePaidOrder(world, { storeId: store, productId: demo.product_ids['Jute market bag']!, given })
  await setRazorpayKeys(world, store, RAZORPAY)
  await oweARefund(app, store)
  await makePaymentProblem(app, store)
  await owner.ask('changeSettings', {
    store,
    shipping_default: 60,
  })
  const { product } = await owner.ask('readProduct', {
    store,
    product: demo.product_ids['Brass diya lamp']!,
  })
  await owner.ask('changeLogo', { store, primary_image: product.primary_image })
  const cookie = owner.browser.cookie.split('=')[1]!
  const { link } = await owner.ask('invite', { store, email: 'meera@example.com', role: 'staff' })
  const second = await owner.ask('createStore', { name: 'Kalamkari Studio' })
  await owner.ask('addCategory', { store, name: 'Festival' })
  return {
    slug: demo.slug,
    newSlug: second.slug,
    cookie,
    invitation: link!,
    webhookId: webhook.webhook_id,
    orderId,
    processingId: demo.order_ids.processing,
    deliveredId: demo.order_ids.delivered,
    productId: demo.product_ids['Handloom cotton kurta']!,
    importId: demo.product_ids['Jute market bag']!,
  }
}

/** Places a few orders on most days, more in later months. Old ones are delivered. Returns one that is on its way. */
async function trade(app: TestApp, demo: Demo, goBack: GoBack): Promise<string> {
  const storeId = demo.store_id
  const products = Object.values(demo.product_ids)
  let turn = 0
  let onItsWay = ''
  for (let day = 85; day >= 0; day--) {
    const orders = (day * 7) % 3 === 0 ? 1 : day % 5 === 0 ? 0 : day < 30 ? 2 : 1
    for (let order = 0; order < orders; order++) {
      turn++
      const ago = day * DAY_MS + ((turn * 5) % 9) * HOUR_MS
      goBack(ago)
      const name = CUSTOMERS[turn % CUSTOMERS.length]!
      const given = { name, email: `${name.split(' ')[0]!.toLowerCase()}@example.com` }
      const productId = products[(turn * 5) % products.length]!
      const { order_id: orderId } = await placePaidOrder(app.world, { storeId, productId, given }).catch(
        () => ({ order_id: '' }),
      )
      if (!orderId) continue
      const last = await move(app, { storeId, orderId, ago, turn }, goBack)
      if (last === 'dispatched') onItsWay = orderId
    }
  }
  return onItsWay
}

/** How long after the order each step follows. */
const HOURS = { processing: 4, dispatched: 29, delivered: 101, cancelled: 2 }
type Step = keyof typeof HOURS

interface Placed {
  storeId: string
  orderId: string
  /** How long ago the order was placed. */
  ago: number
  turn: number
}

async function move(app: TestApp, { storeId, orderId, ago, turn }: Placed, goBack: GoBack) {
  const road: Step[] = turn % 13 === 0 ? ['cancelled'] : ['processing', 'dispatched', 'delivered']
  const done = road.filter((status) => HOURS[status] * HOUR_MS < ago - 12 * HOUR_MS)
  for (const status of done) {
    goBack(ago - HOURS[status] * HOUR_MS)
    await changeOrderStatus(app.world, {
      storeId,
      orderId,
      status,
      ...(status === 'dispatched' && { trackingUrl: `https://courier.example/track/${turn}` }),
      source: turn % 4 === 0 ? 'api' : 'dashboard',
      actor: turn % 4 === 0 ? '' : 'Rohan Mehta',
    })
  }
  return done.at(-1)
}

/** Marks all mails as sent: without a mail server, every timeline would show waiting mails. */
const sayThatMailsAreSent = ({ world }: TestApp) =>
  rowsOf(world.db, (sql) =>
    sql
      .updateTable('mails')
      .set((column) => ({ status: 'sent', attempts: 1, sent_at: column('created_at', '+', 2000) })),
  )

/** Marks the refunds of the past months as done. */
const sayThatMoneyIsReturned = ({ world }: TestApp) =>
  rowsOf(world.db, (sql) =>
    sql.updateTable('refund_tasks').set((column) => ({ done_at: column('created_at', '+', HOUR_MS) })),
  )

/** Simulates an hour of a program that reads products and moves orders. */
async function callTheApi(app: TestApp, demo: Demo, goBack: GoBack) {
  const call = caller(app.url, demo.api_key)
  const ids = Object.values(demo.product_ids)
  for (let minute = 58; minute >= 0; minute -= 2) {
    goBack(minute * MINUTE_MS)
    const reads = 2 + ((minute * 7) % 11)
    await Promise.all(
      Array.from({ length: reads }, (_, i) => call('GET', `/api/products/${ids[(minute + i) % ids.length]}`)),
    )
    if (minute % 6 === 0) await call('GET', `/api/orders/${demo.order_ids.processing}`)
    if (minute % 10 === 0) await call('PUT', `/api/products/${ids[minute % ids.length]}/edit`, {})
  }
}

const newestPayment = async ({ world }: TestApp, storeId: string) => {
  const [payment] = await rowsOf(world.db, (sql) =>
    sql
      .selectFrom('payments')
      .selectAll()
      .where('store_id', '=', storeId)
      .orderBy('created_at', 'desc')
      .limit(1),
  )
  return payment!
}

/** Makes an open refund, as when two customers have paid for the last piece. */
async function oweARefund(app: TestApp, storeId: string) {
  const { world } = app
  const payment = await newestPayment(app, storeId)
  await insertRefundTask(world.db, {
    store_id: storeId,
    payment_id: payment.id,
    amount_paise: payment.amount_paise,
    reason: 'The reservation had expired and the stock is gone',
    created_at: world.now() - 3 * HOUR_MS,
    done_at: null,
  })
}

/** Makes a payment problem, as when the Razorpay account leaves it to the seller to capture payments. */
async function makePaymentProblem(app: TestApp, store_id: string) {
  const { world } = app
  const at = world.now() - 5 * HOUR_MS
  const begun = { gateway: 'razorpay', reference: 'order_QmV3x8Kd2LpT7a' } as const
  const unpaid = { status: 'started', order_id: null, settled_at: null, created_at: at } as const
  const payment_id = world.newId()
  await insertPayment(world.db, {
    ...{ ...(await newestPayment(app, store_id)), ...begun, ...unpaid },
    ...{ id: payment_id, token: '', ask_at: null },
  })
  const reason = 'Authorised, but not captured'
  await notePaymentProblem(world.db, { store_id, ...begun, reason, payment_id, at })
}
