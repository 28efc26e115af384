import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { freePort } from '../services/free-port.ts'
import { chromiumPath } from '../services/services.ts'
import { FORGET_NEWER_NAMES } from './newer-names.ts'
import { LONGEST_WAIT_MS, untilPage } from './until-page.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Chromium logs every 4xx answer as an error. Tests provoke such answers on purpose, so these lines are ignored. */
const WISHED_FOR = /the server responded with a status of 4\d\d/

/** Settings with an address chosen before the server starts, because the URLs of pictures contain it. */
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
      '--js-flags=--no-opt --no-maglev', // no page lives long enough for optimised code to pay off
    ],
  })
  return {
    /** Opens a window like that of an older phone, with nobody signed in. `complaints` collects the page's errors. */
    async open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ locale: 'en-IN', timezoneId: 'Asia/Kolkata', ...options })
      context.setDefaultTimeout(LONGEST_WAIT_MS)
      await context.grantPermissions(['clipboard-write']) // a headed browser grants this upon a click
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

/** The axe rules whose outcome depends on colours and screen width, and not only on the page's structure. */
export const RULES_OF_LOOKS = ['color-contrast', 'scrollable-region-focusable', 'link-in-text-block'] as const

const IS_SETTLED = `document.title !== '' &&
  document.querySelector('h1')?.getClientRects().length > 0 &&
  !document.querySelector('.mantine-Skeleton-root')`

/** Waits until the page has loaded and none of its placeholders is left. */
export async function settled(page: Page) {
  await untilPage(page, IS_SETTLED)
}

/** Leaves out endless animations, such as the spinner shown until an answer comes. */
const ANIMATIONS_OVER = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`

/**
 * The serious and critical faults that axe finds on the page, or in a part of it, one line each. The rest of the page
 * is removed meanwhile, because axe reads the whole document, which costs many times as much.
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
  /** A rule's impact is that of all its findings, so rules of lesser impact are not even run. */
  _audit: { rules: { id: string; impact: string }[] }
}

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary?: string }[]
}
