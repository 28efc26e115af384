import type { Page } from 'playwright-core'
import { startTestApp } from '../../harness/app/app.ts'
import { freeAddress } from '../../harness/browser/chromium.ts'
import { placePaidOrder } from '../../harness/shops/paid-order.ts'
import { writeOrderMail } from '../../server/actions/mails/write-mail.ts'
import { changeOrderStatus } from '../../server/actions/orders/change-order-status.ts'
import { HOUR_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import { findMail } from '../../server/storage/mails/mails.ts'
import { findOrder } from '../../server/storage/orders/orders.ts'
import type { World } from '../../server/world.ts'
import { makeDemoStore } from '../demo/demo-store.ts'

type DemoStore = Awaited<ReturnType<typeof makeDemoStore>>

export interface Screen {
  /** Omitted where `act` sets the content. */
  path?: string
  act?: (page: Page) => Promise<unknown>
  /** Show only the first screenful instead of the whole page. */
  top?: true
  /** Also take it in dark mode and on a laptop. */
  everywhere?: true
  /** It has no URL of its own. */
  passing?: true
}

/** Serves the demo store. `pages` are all pages and mails that its customers see. */
export async function openCustomerPages() {
  let now = Date.UTC(2026, 10, 11, 4, 35)
  const app = await startTestApp(await freeAddress(), { now: () => now })
  const { world } = app
  const pass = (hours: number) => {
    now += hours * HOUR_MS + 7 * MINUTE_MS
  }
  const demo = await makeDemoStore(world, { pass, place: placePaidOrder })
  return {
    url: app.url,
    pages: await pagesOf(world, demo),
    /** Moves the clock on by a minute, past the rate limit of checkouts. */
    nextMinute: () => {
      now += MINUTE_MS + 1000
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

async function cancelOne(world: World, { store_id: storeId, product_ids }: DemoStore): Promise<string> {
  const productId = product_ids['Jute market bag']!
  const { order_id: orderId } = await placePaidOrder(world, { storeId, productId })
  const change = { storeId, orderId, source: 'system', actor: 'demo' } as const
  await changeOrderStatus(world, { ...change, status: 'cancelled' })
  return orderId
}

async function pagesOf(world: World, demo: DemoStore): Promise<Record<string, Screen>> {
  const orders = { ...demo.order_ids, cancelled: await cancelOne(world, demo) }
  const store = `/s/${demo.slug}`
  const product = (name: string) => `${store}/p/${demo.product_ids[name]}`
  const order = async (status: keyof typeof orders) =>
    `/o/${(await findOrder(world.db, demo.store_id, orders[status]))!.token}`
  /** The mail about an order's change, as a mail program shows it. */
  const mail = (kind: keyof typeof orders): Screen => ({
    passing: true,
    act: async (page) => {
      const found = await findMail(world.db, orders[kind], kind)
      await page.setContent((await writeOrderMail(world, found!)).html)
    },
  })
  const lamp = `${product('Brass diya lamp')}/checkout?variation=Pair`

  return {
    landing: { path: '/' },
    store: { path: store, everywhere: true },
    search: { path: `${store}?q=co` },
    product: { path: product('Handloom cotton kurta'), top: true, everywhere: true },
    'last-pieces': { path: product('Terracotta teapot'), top: true },
    'out-of-stock': { path: product('Khurja serving bowl'), top: true },
    checkout: { path: `${product('Handloom cotton kurta')}/checkout?size=M&color=Indigo`, everywhere: true },
    'checkout-mistakes': {
      path: `${product('Mug with your picture')}/checkout`,
      act: sendWithMistakes,
      passing: true,
    },
    payment: { path: lamp, act: goToPayment },
    'payment-failed': { path: lamp, act: letItFail },
    'payment-waiting': { path: lamp, act: waitForBank },
    'order-received': { path: await order('started') },
    'order-prepared': { path: await order('processing') },
    'order-on-its-way': { path: await order('dispatched'), everywhere: true },
    'order-delivered': { path: await order('delivered'), everywhere: true },
    'order-cancelled': { path: await order('cancelled') },
    'mail-received': mail('started'),
    'mail-prepared': mail('processing'),
    'mail-on-its-way': mail('dispatched'),
    'mail-delivered': mail('delivered'),
    'mail-cancelled': mail('cancelled'),
    policy: { path: `${store}/returns`, everywhere: true },
    about: { path: `${store}/about` },
    'not-found': { path: `${store}/p/gone` },
  }
}

async function goToPayment(page: Page) {
  const typed = {
    ...{ Name: 'Asha Rao', 'E-mail': 'asha.rao@example.com', Phone: '98765 43210' },
    ...{ 'House and street': '12 Church Street', Pincode: '560001', City: 'Bengaluru', State: 'Karnataka' },
  }
  for (const [label, value] of Object.entries(typed)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('heading', { name: 'Test payment' }).waitFor()
}

async function letItFail(page: Page) {
  await goToPayment(page)
  await page.getByRole('button', { name: 'Let the payment fail' }).click()
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
}

async function waitForBank(page: Page) {
  await goToPayment(page)
  await page.goto(`${page.url()}/outcome`)
}

async function sendWithMistakes(page: Page) {
  await page.evaluate("document.querySelector('form.checkout').noValidate = true")
  await page.getByLabel('Name', { exact: true }).fill('Asha Rao')
  await page.getByLabel('E-mail').fill('asha.rao@example')
  await page.getByLabel('Phone').fill('98765')
  await page.getByLabel('A line to go under it').fill('Happy birthday, Amma')
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.locator('#problems').waitFor()
}
