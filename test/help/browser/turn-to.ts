import type { Page } from 'playwright-core'
import { settled } from '../../../harness/browser/chromium.ts'

/**
 * Opens a page of the dashboard. Where the window shows another one of it, it is turned to as by a link, which costs a
 * third of loading it anew; it may then show for ten seconds what it showed before, whatever others have changed.
 */
export async function turnTo(page: Page, url: string) {
  const [shown, wanted] = [new URL(page.url()), new URL(url)]
  const isAnother = shown.origin === wanted.origin && shown.pathname !== wanted.pathname
  if (isAnother && shown.pathname.startsWith('/dashboard')) {
    // Every page gives the window a title of its own, without which none is settled.
    await page.evaluate(`document.title = ''; history.pushState(null, '', ${JSON.stringify(url)})`)
  } else {
    await page.goto(url)
  }
  await settled(page)
}
