import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until there is an answer; a test that waits in vain ends by the runner's time limit. */
export async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await sleep(10)
  }
}
