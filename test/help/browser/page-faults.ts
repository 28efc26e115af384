import type { Page } from 'playwright-core'
import { inLargeLetters } from '../../../harness/browser/browser.ts'
import { RULES_OF_LOOKS, seriousFaults } from '../../../harness/browser/chromium.ts'
import { turnTo } from './turn-to.ts'

const LOOKS = [
  ['light', 1280, undefined],
  ['dark', 360, RULES_OF_LOOKS],
] as const

/** Where the page ends, or what is fixed on it. */
const RIGHTMOST = `Math.max(
  root.scrollWidth,
  ...Array.from(document.querySelectorAll('nav a'), (link) => Math.floor(link.getBoundingClientRect().right)),
)`

/** How many parts change slowly, for a reader who has asked for less motion. */
const SLOW_CHANGES = `Array.from(document.querySelectorAll('*')).filter(
  (part) => getComputedStyle(part).transitionDuration.split(', ').some((time) => time !== '0s'),
).length`

/** What is wrong with a page in light on a laptop and in dark on a phone. */
export async function faultsIn(page: Page, url: string): Promise<string[]> {
  const faults: string[] = []
  await turnTo(page, url)
  for (const [colorScheme, width, rules] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const found = await seriousFaults(page, 'html', rules)
    faults.push(...found.map((fault) => `${url} ${colorScheme}: ${fault}`))
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (wide > width) faults.push(`${url} is ${wide} wide on a screen of ${width}`)
  }
  const slow = await page.evaluate<number>(SLOW_CHANGES)
  if (slow > 0) faults.push(`${url} has ${slow} parts that move although less motion was asked for`)
  const large = await inLargeLetters<number>(page, RIGHTMOST)
  if (large > 360) faults.push(`${url} is ${large} wide on a phone with letters of twice the size`)
  return faults
}
