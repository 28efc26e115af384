import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Long enough for the slowest machine. */
export const LONGEST_WAIT_MS = 60_000

/**
 * Waits until the condition holds within the page. The page checks it on every DOM mutation, and now and then for
 * changes that come from style sheets alone. Polling from outside costs several times as much.
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

/** Navigation destroys the context in which the condition is evaluated. The next page is then asked instead. */
function unlessItLedOn(error: Error) {
  if (!error.message.includes('Execution context was destroyed')) throw error
}
