import assert from 'node:assert/strict'
import axe from 'axe-core'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumPath } from './services.ts'

/** Quiet on the network: no updates, no hints, no checks of its own. */
const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export const PHONE = {
  viewport: { width: 360, height: 780 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
} as const satisfies BrowserContextOptions

export const LAPTOP = { viewport: { width: 1280, height: 800 } } as const satisfies BrowserContextOptions

export function startBrowser() {
  return chromium.launch({ executablePath: chromiumPath || '', args: ARGUMENTS })
}

/** What the page says to nobody in particular: errors of scripts, and what its own policy kept it from loading. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const refusedForm = message.text().includes('status of 422')
    if (message.type() === 'error' && !refusedForm) complaints.push(message.text())
  })
  return complaints
}

/** Nothing that axe calls serious, and nothing wider than the screen. */
export async function assertUsable(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const found: typeof axe.AxeResults = await page.evaluate('axe.run()')
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
    [],
    `axe on ${page.url()}`,
  )
  const { width, shown } = await page.evaluate<{ width: number; shown: number }>(
    '({ width: document.documentElement.scrollWidth, shown: innerWidth })',
  )
  assert.ok(width <= shown, `${page.url()} is ${width} px wide on a screen of ${shown}`)
}

/** The bytes that a page costs, pictures aside, as they travel. */
export function weigh(page: Page): { bytes(): Promise<number> } {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'image') {
      sizes.push(
        request
          .sizes()
          .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
      )
    }
  })
  return { bytes: async () => (await Promise.all(sizes.splice(0))).reduce((sum, size) => sum + size, 0) }
}
