import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { seriousFaults } from './chromium.ts'

export const PHONE = {
  viewport: { width: 360, height: 780 },
  isMobile: true,
  hasTouch: true,
} as const satisfies BrowserContextOptions

export const LAPTOP = { viewport: { width: 1280, height: 800 } } as const satisfies BrowserContextOptions

/** Fails on anything that axe calls serious or critical, and on anything wider than the screen. */
export async function assertUsable(page: Page): Promise<void> {
  assert.deepEqual(await seriousFaults(page), [], `axe on ${page.url()}`)
  // A phone's browser zooms out to fit content that is too wide for the screen.
  const shown = page.viewportSize()!.width
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= shown, `${page.url()} is ${width} px wide on a screen of ${shown}`)
}

/** Evaluates `asked`, which may use `root`, while the font size is doubled, as a phone's settings can do. */
export const inLargeLetters = <Said>(page: Page, asked: string) =>
  page.evaluate<Said>(`(() => {
    const root = document.documentElement
    root.style.fontSize = '200%'
    const said = ${asked}
    root.style.fontSize = ''
    return said
  })()`)

/** The transferred (compressed) bytes of a page without its pictures. */
export function weigh(page: Page): { bytes(): Promise<number> } {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'image') return
    const size = request.sizes()
    sizes.push(
      size.then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    )
  })
  return { bytes: async () => (await Promise.all(sizes.splice(0))).reduce((sum, size) => sum + size, 0) }
}
