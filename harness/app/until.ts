import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until `ask` gives an answer. The test runner's time limit ends a test that waits in vain. */
export async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await sleep(10)
  }
}
