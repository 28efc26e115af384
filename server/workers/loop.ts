import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf } from '../rules/values/message-of.ts'

export interface Loop extends AsyncDisposable {
  /** Works now instead of after the pause. */
  wake(): void
}

interface LoopSettings {
  /** For the log. */
  name: string
  everyMs: number
  log: Logger
  /** Returns true if there is more to do, to work again without a pause. The signal aborts when the program stops. */
  work(signal: AbortSignal): Promise<boolean>
}

/**
 * Works in rounds with a pause between, one round at a time. A failed round is logged and retried after the pause.
 * Disposing of the loop waits for the current round.
 */
export function startLoop({ name, everyMs, log, work }: LoopSettings): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  let woken = false
  let pause = new AbortController()
  const rounds = roundLog(log, name)

  async function run() {
    await Promise.resolve() // Lets the caller get hold of the loop before its first round.
    while (!signal.aborted) {
      woken = false
      const more = await work(signal).then(
        rounds.succeeded,
        (error) => !signal.aborted && rounds.failed(error),
      )
      if (more || woken) continue
      pause = new AbortController()
      await sleep(everyMs, undefined, { signal: pause.signal, ref: false }).catch(() => {})
    }
  }
  const wake = () => {
    woken = true
    pause.abort()
  }
  const running = run()
  return {
    wake,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      wake()
      await running
    },
  }
}

/** Logs consecutive equal failures once, and their end once. */
function roundLog(log: Logger, worker: string) {
  let failures = 0
  let last: string | undefined
  return {
    failed(error: Error): false {
      failures++
      const says = messageOf(error)
      if (says !== last)
        log.error({ err: error, worker }, 'A worker failed, and will try again after its pause')
      last = says
      return false
    },
    succeeded(more: boolean): boolean {
      if (failures > 1) log.info({ worker, failures }, 'A worker works again')
      failures = 0
      last = undefined
      return more
    },
  }
}
