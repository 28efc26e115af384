import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { startServerProcess } from '../../harness/app/server-process.ts'
import { MINUTE_MS } from '../../server/rules/values/durations.ts'
import type { Fault } from '../fault.ts'
import { openPlace } from '../place/place.ts'
import { residentMb } from '../place/resident.ts'
import { underLoad } from '../scene.ts'
import { killThreeInstances } from '../three-instances.ts'

const ROUNDS = 6
const CROWD = 4000

export const processFaults: Fault[] = [
  {
    name: 'instances-killed',
    what: 'three instances on one PostgreSQL and one Redis, kill -9 at random for a minute, each started again',
    async run() {
      const { kills, counted, orders, again, ...outcome } = await killThreeInstances({
        forMs: MINUTE_MS,
        everyMs: 2000,
        stores: 8,
        paceMs: 6500,
      })
      return {
        runs: kills,
        acknowledged: outcome.acknowledged,
        problems: outcome.problems,
        notes:
          `${orders} orders; ${outcome.refused} requests hit a dead instance and were retried; the limit of a store ` +
          `held through ${counted} requests; ${again}`,
      }
    },
  },
  {
    name: 'sigterm',
    what: 'SIGTERM under load, instance after instance, each started again',
    run: () =>
      underLoad({ engine: 'postgres', instances: 2 }, async ({ instances, caller }) => {
        const problems: string[] = []
        let slowest = 0
        for (let i = 0; i < ROUNDS; i++) {
          await sleep(1500)
          const { status, tookMs } = await instances.restartOne()
          slowest = Math.max(slowest, tookMs)
          if (status !== 0) problems.push(`An instance ended with ${status}`)
        }
        const refused = `${caller.refused} requests found no instance at their address and were retried`
        return { runs: ROUNDS, problems, notes: `exit 0 within ${slowest} ms; ${refused}` }
      }),
  },
  {
    name: 'overload',
    what: `${CROWD} requests at once, six times, to one instance`,
    async run() {
      await using place = await openPlace({ engine: 'sqlite' })
      const { slug } = await place.newStore('Busy shop')
      await using server = await startServerProcess(place.settings)
      await using crowd = crowdAt(`${server.url}/s/${slug}`)
      const { counts, problems } = crowd
      const peaks: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        peaks.push(await peakDuring(server.pid, () => crowd.askAtOnce()))
      }
      const recovering = Date.now()
      while ((await fetch(`${server.url}/healthz`)).status !== 200) await sleep(20)
      for (const [status] of counts) if (![200, 503].includes(status)) problems.push(`${status}`)
      return {
        runs: ROUNDS,
        acknowledged: 0,
        problems: problems.slice(0, 5),
        recoveredWithinMs: Date.now() - recovering,
        notes: `${counts.get(200) ?? 0} answered, ${counts.get(503) ?? 0} refused with 503; memory at most ${peaks.join(', ')} MB, round by round`,
      }
    },
  },
]

/** Sends many requests at the same moment and counts their statuses. */
function crowdAt(url: string) {
  const problems: string[] = []
  const counts = new Map<number, number>()
  // No time limits: when the accept queue is full, a client waits as long as it takes.
  const dispatcher = new Agent({ connect: { timeout: 0 }, headersTimeout: 0 })
  const ask = async () => {
    const response = await fetch(url, { headers: { 'x-forwarded-proto': 'https' }, dispatcher })
    await response.arrayBuffer()
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1)
    if (response.status === 503 && !response.headers.get('retry-after'))
      problems.push('A 503 without Retry-After')
  }
  return {
    counts,
    problems,
    askAtOnce: () =>
      Promise.all(
        Array.from({ length: CROWD }, () =>
          ask().catch((error: Error) => problems.push(String(error.cause ?? error))),
        ),
      ),
    [Symbol.asyncDispose]: () => dispatcher.close(),
  }
}

/** The highest memory of the process observed during `work`. */
async function peakDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, 100)
  await work()
  clearInterval(watch)
  return peak
}
