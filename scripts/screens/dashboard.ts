// Takes a picture of every page of the dashboard, on a phone and on a laptop, in light and in dark, into
// docs/screens/dashboard. Run it with: npm run screens:dashboard [page…]
import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { startTestApp } from '../../harness/app/app.ts'
import { LAPTOP, PHONE } from '../../harness/browser/browser.ts'
import { freeAddress, settled, startChromium } from '../../harness/browser/chromium.ts'
import { startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { PASSWORD } from '../../harness/shops/dashboard.ts'
import { busyStore } from './busy-store.ts'
import { chosenPages } from './chosen-pages.ts'
import { growToPage, takePicture } from './take-picture.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'docs/screens/dashboard')

const SIZES = { phone: PHONE, laptop: LAPTOP }
const MOST_HEIGHT = 1900
const SCHEMES = ['light', 'dark'] as const

const ensured = [join(root, 'scripts/ensure-dashboard.ts'), '--strict']
if (spawnSync(process.execPath, ensured, { stdio: 'inherit' }).status !== 0) process.exit(1)
await mkdir(folder, { recursive: true })
trustReceivers()
let shift = 0
await using receiver = await startReceiver()
await using app = await startTestApp(
  { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', ...(await freeAddress()) },
  { now: () => Date.now() - shift },
)
const made = await busyStore(app, receiver.url, (ms) => {
  shift = ms
})
await using chromium = await startChromium()

const store = `/dashboard/s/${made.slug}`
const PAGES: Record<string, { path: string; act?: (page: Page) => Promise<unknown>; cookie?: string }> = {
  'sign-in': { path: '/dashboard/sign-in', cookie: '' },
  'sign-up': { path: '/dashboard/sign-up', cookie: '' },
  forgotten: { path: '/dashboard/forgotten', cookie: '' },
  reset: { path: '/dashboard/reset#token', cookie: '' },
  join: { path: new URL(made.invitation).pathname + new URL(made.invitation).hash, cookie: '' },
  'new-store': { path: '/dashboard/new-store' },
  'next-steps': { path: `/dashboard/s/${made.newSlug}` },
  overview: { path: store },
  orders: { path: `${store}/orders` },
  order: { path: `${store}/orders/${made.orderId}` },
  'order-move': {
    path: `${store}/orders/${made.processingId}`,
    act: (page) => page.getByRole('button', { name: 'Mark as on the way' }).click(),
  },
  'order-erase': {
    path: `${store}/orders/${made.deliveredId}`,
    act: (page) => page.getByRole('button', { name: 'Erase the details' }).click(),
  },
  'orders-chosen': {
    path: `${store}/orders?status=started`,
    act: (page) => page.getByRole('checkbox', { name: 'All on this page' }).check(),
  },
  slips: {
    path: `${store}/orders?status=started`,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'All on this page' }).check()
      await page.getByRole('link', { name: 'Print slips' }).click()
      await page.getByRole('heading', { name: 'Packing list' }).waitFor()
    },
  },
  products: { path: `${store}/products` },
  'products-chosen': {
    path: `${store}/products?filter=sale`,
    act: (page) => page.getByRole('checkbox', { name: 'All on this page' }).check(),
  },
  'no-products': { path: `/dashboard/s/${made.newSlug}/products` },
  'new-product': { path: `${store}/products/new` },
  product: { path: `${store}/products/${made.productId}` },
  import: {
    path: `${store}/products/import`,
    act: (page) => importFile(page),
  },
  categories: { path: `${store}/categories` },
  developer: { path: `${store}/developer` },
  'new-key': {
    path: `/dashboard/s/${made.newSlug}/developer`,
    act: (page) => newKey(page),
  },
  webhook: { path: `${store}/developer/webhooks/${made.webhookId}` },
  team: { path: `${store}/team` },
  settings: { path: `${store}/settings` },
  policies: { path: `${store}/settings/policies` },
  policy: { path: `${store}/settings/policies/returns` },
  refunds: { path: `${store}/refunds` },
  audit: { path: `${store}/audit` },
  account: { path: `${store}/account` },
  'second-factor': { path: `${store}/account`, act: (page) => beginFactor(page) },
  more: { path: `${store}/more` },
  'session-over': {
    path: `${store}/settings`,
    act: async (page) => {
      await page.context().clearCookies()
      await page.getByLabel('Name', { exact: true }).fill('Neem & Brass Jaipur')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
}

async function beginFactor(page: Page) {
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await page.getByRole('img', { name: 'QR code with the secret' }).waitFor()
}

async function newKey(page: Page) {
  await page.getByRole('button', { name: /^Generate/ }).click()
  const again = page.getByRole('dialog', { name: 'Generate a new key?' })
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await again.or(shown).waitFor()
  if (await again.isVisible()) await again.getByRole('button', { name: 'Generate a new key' }).click()
  await shown.waitFor()
}

async function importFile(page: Page) {
  const rows = [
    'id,name,price,description,stock',
    `${made.importId},Jute market bag,450,Woven jute with cotton handles,60`,
    ',XL,50,Too short a name,3',
    ',Incense,-1,Sandal,10',
  ]
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await page.getByRole('button', { name: /^Import 3/ }).click()
  await page.getByText('2 rows refused').waitFor()
}

const chosen = chosenPages(Object.keys(PAGES))

for (const [size, device] of Object.entries(SIZES)) {
  const { viewport } = device
  for (const colorScheme of SCHEMES) {
    const { context, page, complaints } = await chromium.open({
      ...device,
      colorScheme,
      reducedMotion: 'reduce',
    })
    for (const name of chosen) {
      const { path, act, cookie = made.cookie } = PAGES[name]!
      await context.clearCookies()
      if (cookie) await context.addCookies([{ name: 'haat_session', value: cookie, url: app.url }])
      await page.setViewportSize(viewport)
      await page.goto('about:blank')
      await page.goto(app.url + path)
      await settled(page)
      await act?.(page)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(300)
      await growToPage(page, viewport, MOST_HEIGHT)
      await page.waitForTimeout(300)
      await takePicture(page, join(folder, `${name}-${size}-${colorScheme}.png`))
      if (complaints.length > 0) console.error(name, size, colorScheme, complaints.splice(0))
    }
    await context.close()
  }
}
