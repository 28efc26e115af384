import type { Page } from 'playwright-core'
import { settled } from '../../../harness/browser/chromium.ts'

/**
 * Opens a page of the dashboard. If the window already shows the dashboard, it navigates as by a link, at a third of
 * the cost of a reload. The page may then show cached data for ten seconds, whatever others have changed.
 */
export async function turnTo(page: Page, url: string) {
  const [shown, wanted] = [new URL(page.url()), new URL(url)]
  const isAnother = shown.origin === wanted.origin && shown.pathname !== wanted.pathname
  if (isAnother && shown.pathname.startsWith('/dashboard')) {
    // Each page sets its own title, and `settled` waits for one, so the old title is cleared first.
    await page.evaluate(`document.title = ''; history.pushState(null, '', ${JSON.stringify(url)})`)
  } else {
    await page.goto(url)
  }
  await settled(page)
}
