// Takes a picture of every page and mail that customers see, on a phone, and the main ones in the dark and on a
// laptop too, into docs/screens/customer. Run it with: npm run screens:customer [page…]
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { LAPTOP, PHONE } from '../../harness/browser/browser.ts'
import { startChromium } from '../../harness/browser/chromium.ts'
import { chosenPages } from './chosen-pages.ts'
import { openCustomerPages, type Screen } from './customer-pages.ts'
import { growToPage, takePicture } from './take-picture.ts'

const folder = join(resolve(import.meta.dirname, '../..'), 'docs/screens/customer')

await mkdir(folder, { recursive: true })
await using shop = await openCustomerPages()
await using chromium = await startChromium()

type Look = 'phone' | 'phone-dark' | 'laptop'

async function take(name: string, { path, act, top }: Screen, look: Look) {
  shop.nextMinute()
  const size = look === 'laptop' ? LAPTOP : PHONE
  const { context, page, complaints } = await chromium.open({
    ...size,
    colorScheme: look === 'phone-dark' ? 'dark' : 'light',
  })
  if (path) await page.goto(shop.url + path)
  await act?.(page)
  if (!top) await growToPage(page, size.viewport)
  await page.waitForLoadState('networkidle')
  await takePicture(page, join(folder, `${name}-${look}.png`))
  if (complaints.length > 0) console.error(name, look, complaints)
  await context.close()
}

for (const name of chosenPages(Object.keys(shop.pages))) {
  const screen = shop.pages[name]!
  await take(name, screen, 'phone')
  if (!screen.everywhere) continue
  await take(name, screen, 'phone-dark')
  await take(name, screen, 'laptop')
}
