import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { freePort } from '../services/free-port.ts'
import { chromiumPath } from '../services/services.ts'
import { FORGET_NEWER_NAMES } from './newer-names.ts'
import { LONGEST_WAIT_MS, untilPage } from './until-page.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A refusal is the answer that the test asked for; the browser still notes it. */
const WISHED_FOR = /the server responded with a status of 4\d\d/

/** Settings for a server whose own address is known before it starts, since pictures are shown from it. */
export async function freeAddress() {
  const port = String(await freePort())
  return { PORT: port, PUBLIC_URL: `http://localhost:${port}` }
}

/** Debian's Chromium without a window, closed when disposed of. */
export async function startChromium() {
  const browser = await chromium.launch({
    executablePath: chromiumPath!,
    timeout: LONGEST_WAIT_MS,
    args: [
      ...['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      '--js-flags=--no-opt --no-maglev', // no page stays long enough to win back what optimising it costs
    ],
  })
  return {
    /** A window of its own as an older phone has it, with nobody signed in; `complaints` is what the page had to complain about. */
    async open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ locale: 'en-IN', timezoneId: 'Asia/Kolkata', ...options })
      context.setDefaultTimeout(LONGEST_WAIT_MS)
      await context.grantPermissions(['clipboard-write']) // which a browser with a window gives who clicks
      await context.addInitScript(FORGET_NEWER_NAMES)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() === 'error' && !WISHED_FOR.test(text)) complaints.push(text)
      })
      return { context, page, complaints }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** What depends on the colours and the width of the screen, and not only on how the page is built. */
export const RULES_OF_LOOKS = ['color-contrast', 'scrollable-region-focusable', 'link-in-text-block'] as const

const IS_SETTLED = `document.title !== '' &&
  document.querySelector('h1')?.getClientRects().length > 0 &&
  !document.querySelector('.mantine-Skeleton-root')`

/** Waits until the page has come and nothing on it is still a grey shape. */
export async function settled(page: Page) {
  await untilPage(page, IS_SETTLED)
}

/** A wheel that turns until an answer comes is never over, and is not waited for. */
const ANIMATIONS_OVER = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`

/**
 * What axe finds on the page, or in a part of it, that is serious or critical, as one line each. What lies behind that
 * part is put away meanwhile, since axe reads all that is there, at many times the cost.
 */
export async function seriousFaults(
  page: Page,
  within = 'html',
  rules?: readonly string[],
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axeSource)
  await page.evaluate(ANIMATIONS_OVER)
  const violations = await page.evaluate(
    async ({ within, rules }) => {
      const { axe, document } = globalThis as unknown as { axe: Axe; document: Shown }
      const lesser = axe._audit.rules.filter(({ impact }) => impact !== 'serious' && impact !== 'critical')
      const chosen = rules
        ? { runOnly: rules }
        : { rules: Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }])) }
      const behind = within === 'html' ? null : document.getElementById('root')
      behind?.remove()
      const { violations } = await axe.run(within, { resultTypes: ['violations'], ...chosen })
      if (behind) document.body.prepend(behind)
      return violations
    },
    { within, rules },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`,
      ),
    )
}

interface Shown {
  getElementById(id: string): { remove(): void } | null
  body: { prepend(part: object): void }
}

interface Axe {
  run(part: string, options: object): Promise<{ violations: Violation[] }>
  /** A rule's own impact is that of all it finds: those that would be left out afterwards are not even asked. */
  _audit: { rules: { id: string; impact: string }[] }
}

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary?: string }[]
}
