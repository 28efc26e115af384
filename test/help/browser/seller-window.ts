import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { Page, Route } from 'playwright-core'
import { startTestApp } from '../../../harness/app/app.ts'
import { freeAddress, seriousFaults, settled } from '../../../harness/browser/chromium.ts'
import { lendChromium } from '../../../harness/browser/lent-chromium.ts'
import { LONGEST_WAIT_MS, untilPage } from '../../../harness/browser/until-page.ts'
import { startReceiver, trustReceivers } from '../../../harness/servers/receiver.ts'
import { turnTo } from './turn-to.ts'

const STORE_SLUG = 'lamps-of-jaipur'

/** Some steps are offline on purpose; the browser notes it, perhaps a moment after they are not. */
const WITHOUT_NETWORK = /net::ERR_INTERNET_DISCONNECTED|The server cannot be reached/

/**
 * Whether the page shows these words in a part that has not told them before. It is what Playwright's search for a text
 * asks of every part of the page, and asks it only of those that hold the words.
 */
const TELLS = `(words) => {
  const plain = (text) => text.replace(/\\s+/g, ' ').trim().toLowerCase()
  const holds = (part) => plain(part.textContent).includes(plain(words))
  const told = (part) => {
    if (!holds(part) || part.matches('script, style, noscript, [data-told]')) return
    const within = Array.from(part.children).filter(holds)
    if (within.length === 0 && part.checkVisibility({ visibilityProperty: true })) return part
    for (const each of within) {
      const found = told(each)
      if (found) return found
    }
  }
  const found = told(document.body)
  found?.closest('.mantine-Notification-root')?.setAttribute('data-told', '')
  return Boolean(found)
}`

/** The whole program with its dashboard built, a receiver of webhooks, and one window that nobody is signed in to. */
export async function startSellerWindow(
  options: { now?: () => number } = {},
  more: Record<string, string> = {},
) {
  await using opened = new AsyncDisposableStack()
  const ensured = ['scripts/ensure-dashboard.ts', '--strict']
  const built = spawnSync(process.execPath, ensured, { encoding: 'utf8' })
  assert.equal(built.status, 0, built.stderr)
  trustReceivers()
  const receiver = opened.use(await startReceiver())
  const settings = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', ...(await freeAddress()), ...more }
  const app = opened.use(await startTestApp(settings, options))
  const chromium = opened.use(await lendChromium())
  const { page, complaints } = await chromium.open({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const storeUrl = `${app.url}/dashboard/s/${STORE_SLUG}`
  const kept = opened.move()
  return {
    ...sellerWindow(page, storeUrl),
    app,
    chromium,
    receiver,
    complaints: () => complaints.filter((complaint) => !WITHOUT_NETWORK.test(complaint)),
    storeUrl,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** The dashboard in a window, found by the words that a seller reads. What `look` finds wrong goes into `faults`. */
export function sellerWindow(page: Page, storeUrl: string, faults: string[] = []) {
  const dialog = () => page.getByRole('dialog')

  return {
    page,
    faults,
    button: (name: string | RegExp) => page.getByRole('button', { name }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    dialog,
    inDialog: (name: string | RegExp) => dialog().getByRole('button', { name }),

    /** Waits until that is read. A notice that stands for some seconds is told once, however often it is asked for. */
    async told(text: string) {
      await untilPage(page, `(${TELLS})(${JSON.stringify(text)})`)
    },

    goTo: (place: string) => page.getByRole('navigation').getByRole('link', { name: place }).click(),

    open: (path: string) => turnTo(page, storeUrl + path),

    /** As a link in a mail or a kept address does: nothing of the page before is left. */
    async load(path: string) {
      await page.goto(storeUrl + path)
      await settled(page)
    },

    /** Looks at the dialog that is open, and at whether the page fits. */
    async look(title: string) {
      await page.getByRole('dialog', { name: title }).waitFor()
      faults.push(...(await seriousFaults(page, '[role=dialog]')).map((fault) => `${title}: ${fault}`))
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (wide > 0) faults.push(`${title} is ${wide} px too wide`)
    },

    /** What is asked there is under way until it is let go. */
    async hold(url: string) {
      const held = Promise.withResolvers<void>()
      const clear = await divert(page, url, (route) => held.promise.then(() => route.continue()))
      return () => {
        held.resolve()
        return clear()
      }
    },

    divert: (url: string, answer: Answer) => divert(page, url, answer),

    async onPhone() {
      await page.setViewportSize({ width: 360, height: 780 })
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    },

    enterWith(cookie: string) {
      const [name, value] = cookie.split('=') as [string, string]
      return page.context().addCookies([{ name, value, domain: 'localhost', path: '/' }])
    },

    /** Waits until that has the focus: a heading, a button or a field, by its words. */
    focusOn: (role: 'heading' | 'button' | 'textbox', name: string) =>
      page.getByRole(role, { name }).and(page.locator(':focus')).waitFor(),

    /** Presses Tab until that is reached. */
    async reach(wanted: string) {
      for (const end = Date.now() + LONGEST_WAIT_MS; Date.now() < end; ) {
        if ((await focused(page)) === wanted) return
        await page.keyboard.press('Tab')
      }
      assert.fail(`${wanted} was not reached with the Tab key`)
    },
  }
}

type Answer = (route: Route) => Promise<void>

/** As when somebody comes back to a tab. */
export const LOOKED_AT = "dispatchEvent(new Event('visibilitychange'))"

/** What is changed there is done, and nobody is told. */
export const losesAnswers: Answer = async (route) => {
  if (route.request().method() === 'GET') return route.continue()
  try {
    // Again where the connection that was kept for it had just been closed.
    await route.fetch({ maxRetries: 2 })
  } finally {
    await route.abort('internetdisconnected')
  }
}

/** What is asked there is answered so, until the way is clear again: each that was on it has its answer then. */
async function divert(page: Page, url: string, answer: Answer) {
  await page.route(url, answer)
  // With a route in place, nothing that is loaded is kept for the next page.
  return () => page.unrouteAll({ behavior: 'wait' })
}

/** What a person without a mouse is at: its words, or the name of a field. */
const focused = (page: Page) =>
  page.evaluate<string>(
    "(document.activeElement?.getAttribute('name') || document.activeElement?.textContent || '').trim()",
  )
