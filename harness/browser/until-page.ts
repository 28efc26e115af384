import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** However slow the machine. */
export const LONGEST_WAIT_MS = 60_000

/**
 * Waits until that holds within the page. The page looks by itself when something on it changes, and now and then for what
 * a style sheet alone changes: asking it again and again from outside costs several times as much.
 */
export async function untilPage(page: Page, condition: string): Promise<void> {
  const asked = `new Promise((holds) => {
    const look = () => {
      if (!(${condition})) return
      watch.disconnect()
      clearInterval(timer)
      holds(true)
    }
    const watch = new MutationObserver(look)
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const timer = setInterval(look, 500)
    look()
  })`
  const stopped = new AbortController()
  const late = pause(LONGEST_WAIT_MS, 'late', { signal: stopped.signal }).catch(() => 'stopped')
  try {
    while (true) {
      const outcome = await Promise.race([page.evaluate(asked).catch(unlessItLedOn), late])
      assert.notEqual(outcome, 'late', `Never true on ${page.url()}: ${condition}`)
      if (outcome === true) return
    }
  } finally {
    stopped.abort()
  }
}

/** What was asked of a page is lost where it leads on to another one meanwhile, which is asked then. */
function unlessItLedOn(error: Error) {
  if (!error.message.includes('Execution context was destroyed')) throw error
}
