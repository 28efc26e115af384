import type { Page } from 'playwright-core'
import { inLargeLetters } from '../../../harness/browser/browser.ts'
import { RULES_OF_LOOKS, seriousFaults } from '../../../harness/browser/chromium.ts'
import { turnTo } from './turn-to.ts'

const PHONE_WIDTH = 320

const LOOKS = [
  ['light', 1280, undefined],
  ['dark', PHONE_WIDTH, RULES_OF_LOOKS],
] as const

/** The right edge of the page and of fixed elements on it. */
const RIGHTMOST = `Math.max(
  root.scrollWidth,
  ...Array.from(document.querySelectorAll('nav a'), (link) => Math.floor(link.getBoundingClientRect().right)),
)`

/** Texts cut off by their container, such as a card. Texts that end in an ellipsis are allowed. */
const CUT_OFF = `Array.from(document.querySelectorAll('main *')).flatMap((part) => {
  const [text] = Array.from(part.childNodes).filter((each) => each.nodeType === 3 && each.data.trim())
  if (!text || part.closest('.unseen, thead') || getComputedStyle(part).textOverflow === 'ellipsis') return []
  const range = document.createRange()
  range.selectNodeContents(text)
  const ends = range.getBoundingClientRect().right
  for (let around = part; around.tagName !== 'MAIN'; around = around.parentElement) {
    const hides = getComputedStyle(around).overflowX !== 'visible'
    if (hides && ends > around.getBoundingClientRect().right + 1) return [text.data.trim()]
  }
  return []
})`

/** The number of elements with transitions although the reader prefers reduced motion. */
const SLOW_CHANGES = `Array.from(document.querySelectorAll('*')).filter(
  (part) => getComputedStyle(part).transitionDuration.split(', ').some((time) => time !== '0s'),
).length`

/** Checks a page in light on a laptop and in dark on a phone. Starts with the one that the window already is. */
export async function faultsIn(page: Page, url: string): Promise<string[]> {
  const faults: string[] = []
  await turnTo(page, url)
  const isPhone = page.viewportSize()?.width === PHONE_WIDTH
  for (const [colorScheme, width, rules] of isPhone ? LOOKS.toReversed() : LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const found = await seriousFaults(page, 'html', rules)
    faults.push(...found.map((fault) => `${url} ${colorScheme}: ${fault}`))
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (wide > width) faults.push(`${url} is ${wide} wide on a screen of ${width}`)
    if (width === PHONE_WIDTH) faults.push(...(await faultsOnPhone(page, url)))
  }
  return faults
}

async function faultsOnPhone(page: Page, url: string): Promise<string[]> {
  const faults: string[] = []
  const slow = await page.evaluate<number>(SLOW_CHANGES)
  if (slow > 0) faults.push(`${url} has ${slow} parts that move although less motion was asked for`)
  const [large, cut] = await inLargeLetters<[number, string[]]>(page, `[${RIGHTMOST}, ${CUT_OFF}]`)
  if (large > PHONE_WIDTH) faults.push(`${url} is ${large} wide on a phone with letters of twice the size`)
  if (cut.length > 0) faults.push(`${url} cuts off in letters of twice the size: ${cut.join(', ')}`)
  return faults
}
