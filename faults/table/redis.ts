import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { LIMIT, LimitWatch } from '../crowd/limit-watch.ts'
import type { Fault } from '../fault.ts'
import { type Scene, underLoad } from '../scene.ts'

const SETTLE_MS = 3000
const FLUSHES = 5

const withRedis = (
  goWrong: (scene: Scene) => Promise<{ runs: number; problems?: string[]; notes?: string }>,
) =>
  underLoad({ engine: 'postgres', redis: true, instances: 2 }, async (scene) => {
    await sleep(SETTLE_MS)
    const from = Date.now()
    const part = await goWrong(scene)
    await sleep(SETTLE_MS)
    return { ...part, problems: [...(part.problems ?? []), ...refusals(scene, from)] }
  })

/** Nothing may be refused without Redis: each instance then counts on its own. */
const refusals = ({ probe }: Scene, from: number) => {
  const refused = probe.looks.filter(({ began, status }) => began >= from && status !== 200)
  return refused.slice(0, 3).map(({ status }) => `A page was answered with ${status} while Redis was away`)
}

/** Watches a store's rate limit during `meanwhile`. */
async function watchLimit({ place, instances }: Scene, meanwhile: () => Promise<void>): Promise<LimitWatch> {
  const { api_key } = await place.newStore('Watched shop')
  const watch = new LimitWatch(() => instances.urls, api_key)
  const running = watch.run()
  await meanwhile()
  watch.stop()
  await running
  return watch
}

/** The watched time lies within one minute, so at most `countings` limits can pass. */
const beyond = ({ admitted }: LimitWatch, countings: number) =>
  admitted > LIMIT * countings ? [`${admitted} requests of a store passed in a minute`] : []

async function flush({ place }: Scene) {
  const redis = new Redis(place.settings.REDIS_URL!)
  for (let i = 0; i < FLUSHES; i++) {
    await redis.flushall()
    await sleep(1000)
  }
  redis.disconnect()
}

export const redisFaults: Fault[] = [
  {
    name: 'redis-stopped',
    what: 'Redis killed with -9 for 12 s and started again, empty',
    run: () =>
      withRedis(async (scene) => {
        await scene.place.redis!.crash()
        await sleep(1000)
        const watch = await watchLimit(scene, () => sleep(10_000))
        await scene.place.redis!.start()
        return {
          runs: 1,
          problems: [...watch.unshown(), ...beyond(watch, scene.instances.urls.length)],
          notes: `limits still applied: ${watch.admitted} of a store's requests passed, at most ${LIMIT} in each instance`,
        }
      }),
  },
  {
    name: 'redis-flushed',
    what: 'Redis flushed under load',
    run: () =>
      withRedis(async (scene) => {
        const watch = await watchLimit(scene, () => flush(scene))
        return {
          runs: FLUSHES,
          problems: [...watch.unshown(), ...beyond(watch, FLUSHES + 1)],
          notes: `the counts of the running minute are lost, counting goes on: ${watch.admitted} of a store's ${watch.counted} requests passed`,
        }
      }),
  },
]
