// Takes a picture of every page and mail that customers see, on a phone, and the main ones in the dark and on a
// laptop too, into docs/screens/customer. Run it with: node scripts/customer-screens.ts [page…]
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { changeOrderStatus } from '../server/actions/change-order-status.ts'
import { placeTestOrder } from '../server/actions/place-test-order.ts'
import { writeOrderMail } from '../server/actions/write-mail.ts'
import { findMail } from '../server/storage/mails.ts'
import { findOrder } from '../server/storage/orders.ts'
import { startTestApp } from '../test/help/app.ts'
import { LAPTOP, PHONE } from '../test/help/browser.ts'
import { freeAddress, startChromium } from '../test/help/chromium.ts'
import { makeDemoStore } from './demo-store.ts'

const folder = join(resolve(import.meta.dirname, '..'), 'docs/screens/customer')
const wanted = process.argv.slice(2)
const HOUR_MS = 3_600_000

await mkdir(folder, { recursive: true })
let now = Date.UTC(2026, 10, 11, 4, 35)
await using app = await startTestApp(await freeAddress(), { now: () => now })
const demo = await makeDemoStore(app.world, (hours) => {
  now += hours * HOUR_MS + 7 * 60_000
})
await using chromium = await startChromium()

const cancelled = await cancelOne()
const store = `/s/${demo.slug}`
const product = (name: string) => `${store}/p/${demo.product_ids[name]}`
const orders = { ...demo.order_ids, cancelled }
const order = async (status: keyof typeof orders) =>
  `/o/${(await findOrder(app.world.db, demo.store_id, orders[status]))!.token}`

async function cancelOne(): Promise<string> {
  const storeId = demo.store_id
  const productId = demo.product_ids['Jute market bag']!
  const { order_id: orderId } = await placeTestOrder(app.world, { storeId, productId, given: {} })
  const change = { storeId, orderId, source: 'system', actor: 'demo' } as const
  await changeOrderStatus(app.world, { ...change, status: 'cancelled' })
  return orderId
}

/** The mail about an order's change, as a mail program shows it. */
async function showMail(page: Page, kind: keyof typeof orders) {
  const mail = await findMail(app.world.db, orders[kind], kind)
  await page.setContent((await writeOrderMail(app.world, mail!)).html)
}

interface Screen {
  /** Left out where `act` brings the content. */
  path?: string
  act?: (page: Page) => Promise<unknown>
  /** The first screenful instead of the whole page. */
  top?: true
  /** Also in the dark and on a laptop. */
  everywhere?: true
}

const PAGES: Record<string, Screen> = {
  landing: { path: '/' },
  store: { path: store, everywhere: true },
  search: { path: `${store}?q=co` },
  product: { path: product('Handloom cotton kurta'), top: true, everywhere: true },
  'last-pieces': { path: product('Terracotta teapot'), top: true },
  'out-of-stock': { path: product('Khurja serving bowl'), top: true },
  checkout: { path: `${product('Handloom cotton kurta')}/checkout?size=M&color=Indigo`, everywhere: true },
  'checkout-mistakes': { path: `${product('Mug with your picture')}/checkout`, act: sendWithMistakes },
  payment: { path: `${product('Brass diya lamp')}/checkout?variation=Pair`, act: goToPayment },
  'payment-failed': { path: `${product('Brass diya lamp')}/checkout?variation=Pair`, act: letItFail },
  'payment-waiting': { path: `${product('Brass diya lamp')}/checkout?variation=Pair`, act: waitForBank },
  'order-received': { path: await order('started') },
  'order-prepared': { path: await order('processing') },
  'order-on-its-way': { path: await order('dispatched'), everywhere: true },
  'order-delivered': { path: await order('delivered'), everywhere: true },
  'order-cancelled': { path: await order('cancelled') },
  'mail-received': { act: (page) => showMail(page, 'started') },
  'mail-prepared': { act: (page) => showMail(page, 'processing') },
  'mail-on-its-way': { act: (page) => showMail(page, 'dispatched') },
  'mail-delivered': { act: (page) => showMail(page, 'delivered') },
  'mail-cancelled': { act: (page) => showMail(page, 'cancelled') },
  'not-found': { path: `${store}/p/gone` },
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

type Look = 'phone' | 'phone-dark' | 'laptop'

async function take(name: string, { path, act, top }: Screen, look: Look) {
  now += 61_000 // a new minute for the limit of checkouts
  const size = look === 'laptop' ? LAPTOP : PHONE
  const { context, page, complaints } = await chromium.open({
    ...size,
    colorScheme: look === 'phone-dark' ? 'dark' : 'light',
  })
  if (path) await page.goto(app.url + path)
  await act?.(page)
  if (!top) await growToPage(page, size.viewport)
  await page.waitForLoadState('networkidle')
  await writeFile(join(folder, `${name}-${look}.png`), await small(await page.screenshot()))
  if (complaints.length > 0) console.error(name, look, complaints)
  await context.close()
}

/** The window grows to the page, so that the bar at its edge stands where it belongs and lazy pictures come. */
async function growToPage(page: Page, { width, height }: { width: number; height: number }) {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.max(needed, height) })
}

function small(picture: Buffer): Promise<Buffer> {
  return sharp(picture).png({ palette: true, quality: 80, compressionLevel: 9, effort: 10 }).toBuffer()
}

for (const [name, screen] of Object.entries(PAGES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  await take(name, screen, 'phone')
  if (!screen.everywhere) continue
  await take(name, screen, 'phone-dark')
  await take(name, screen, 'laptop')
}
