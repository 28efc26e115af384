import { setTimeout as sleep } from 'node:timers/promises'
import type { PrivateServer } from '../../harness/services/private-server.ts'
import type { Fault, Finding } from '../fault.ts'
import { type Scene, underLoad } from '../scene.ts'

const SETTLE_MS = 3000

/** Makes PostgreSQL unavailable for a while, under two instances with Redis. */
const away = (
  forMs: number,
  take: (server: PrivateServer) => Promise<void> | void,
  give: (server: PrivateServer) => Promise<void> | void,
): Promise<Finding> =>
  underLoad({ engine: 'postgres', redis: true, instances: 2 }, async ({ place, probe }: Scene) => {
    await sleep(SETTLE_MS)
    const from = Date.now()
    await take(place.postgres!)
    await sleep(forMs)
    const to = Date.now()
    await give(place.postgres!)
    const back = Date.now()
    await sleep(2 * SETTLE_MS)
    const waits = probe.refusals(from, to)
    const part = (share: number) => waits[Math.floor(share * waits.length)] ?? 0
    return {
      runs: 1,
      refusedWithinMs: waits.at(-1),
      notes: `of ${waits.length} refusals half took ${part(0.5)} ms, 99 of 100 at most ${part(0.99)} ms`,
      recoveredWithinMs: probe.recovery(back),
      problems: [...probe.oddAnswers(from, Date.now()), ...probe.unshown({ from, to, back })],
    }
  })

export const databaseFaults: Fault[] = [
  {
    name: 'database-stopped',
    what: 'PostgreSQL stopped for 60 s under load, as `pg_ctl stop` does',
    run: () =>
      away(
        60_000,
        (server) => server.stop(),
        (server) => server.start(),
      ),
  },
  {
    name: 'database-crashed',
    what: 'PostgreSQL killed with -9 and started again after 5 s',
    run: () =>
      away(
        5000,
        (server) => server.crash(),
        (server) => server.start(),
      ),
  },
  {
    name: 'database-frozen',
    what: 'PostgreSQL frozen for 20 s: connections open, no answer',
    run: () =>
      away(
        20_000,
        (server) => server.freeze(),
        (server) => server.thaw(),
      ),
  },
]
