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

/** Some steps go offline or cut connections on purpose. The browser logs this, perhaps a moment later. */
const WITHOUT_NETWORK = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)|The server cannot be reached/

/**
 * Whether the page shows these words in an element that has not shown them before. It checks what Playwright's text
 * search checks of every element, but only of elements that contain the words.
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

/** The whole program with its dashboard, a receiver of webhooks, and one window that is not signed in. */
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

/** Drives the dashboard in a window by the texts that a seller reads. `look` adds the faults it finds to `faults`. */
export function sellerWindow(page: Page, storeUrl: string, faults: string[] = []) {
  const dialog = () => page.getByRole('dialog')

  return {
    page,
    faults,
    button: (name: string | RegExp) => page.getByRole('button', { name }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    dialog,
    inDialog: (name: string | RegExp) => dialog().getByRole('button', { name }),

    /** Waits until the text appears. A notice that is shown for some seconds counts only once. */
    async told(text: string) {
      await untilPage(page, `(${TELLS})(${JSON.stringify(text)})`)
    },

    goTo: (place: string) => page.getByRole('navigation').getByRole('link', { name: place }).click(),

    open: (path: string) => turnTo(page, storeUrl + path),

    /** Loads the page anew, as from a link in a mail or a bookmark. */
    async load(path: string) {
      await page.goto(storeUrl + path)
      await settled(page)
    },

    /** Checks the open dialog, and whether the page fits the screen. */
    async look(title: string) {
      await page.getByRole('dialog', { name: title }).waitFor()
      faults.push(...(await seriousFaults(page, '[role=dialog]')).map((fault) => `${title}: ${fault}`))
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (wide > 0) faults.push(`${title} is ${wide} px too wide`)
    },

    /** Holds requests to this URL until they are released. */
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
      await page.setViewportSize({ width: 320, height: 780 })
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    },

    enterWith(cookie: string) {
      const [name, value] = cookie.split('=') as [string, string]
      return page.context().addCookies([{ name, value, domain: 'localhost', path: '/' }])
    },

    /** Waits until a heading, button or field with this name has the focus. */
    focusOn: (role: 'heading' | 'button' | 'textbox', name: string) =>
      page.getByRole(role, { name }).and(page.locator(':focus')).waitFor(),

    /** Presses Tab until this element has the focus. */
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

/** Simulates coming back to the tab. */
export const LOOKED_AT = "dispatchEvent(new Event('visibilitychange'))"

/** Collects the names of the fields that are rendered: React then sets all their attributes, even to equal values. */
export const watchFields = (within: string) => `
  globalThis.rendered = new Set()
  new MutationObserver((changes) => changes.forEach(({ target }) => rendered.add(target.name)))
    .observe(document.querySelector('${within}'), { subtree: true, attributeFilter: ['name'] })`

/** The server performs the change, but its answer is lost. */
export const losesAnswers: Answer = async (route) => {
  if (route.request().method() === 'GET') return route.continue()
  try {
    // Retries where the kept-alive connection had just been closed.
    await route.fetch({ maxRetries: 2 })
  } finally {
    await route.abort('internetdisconnected')
  }
}

/** Answers requests to `url` with `answer`. The returned function ends this once all pending ones are answered. */
async function divert(page: Page, url: string, answer: Answer) {
  await page.route(url, answer)
  // Remove the routes afterwards, because the browser caches nothing while one is in place.
  return () => page.unrouteAll({ behavior: 'wait' })
}

/** The focused element: its text, or the name of a field. */
const focused = (page: Page) =>
  page.evaluate<string>(
    "(document.activeElement?.getAttribute('name') || document.activeElement?.textContent || '').trim()",
  )
