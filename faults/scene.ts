import { Caller } from './crowd/caller.ts'
import { check } from './crowd/check.ts'
import { Crowd } from './crowd/crowd.ts'
import { sendWhatIsLeft } from './crowd/drain.ts'
import { Probe } from './crowd/probe.ts'
import type { Finding } from './fault.ts'
import { Instances } from './place/instances.ts'
import { openPlace, type Place, type Wishes } from './place/place.ts'

const STORES = 6
const PACE_MS = 6500

export interface Scene {
  place: Place
  instances: Instances
  caller: Caller
  crowd: Crowd
  probe: Probe
}

type Part = Partial<Finding> & { runs: number }

/** Produces a fault while instances serve a crowd, then compares everything with what was acknowledged to the crowd. */
export async function underLoad(
  wishes: Wishes & { instances: number },
  goWrong: (scene: Scene) => Promise<Part>,
): Promise<Finding> {
  await using place = await openPlace(wishes)
  const stores = await Promise.all(Array.from({ length: STORES }, (_, i) => place.newStore(`Shop ${i}`)))
  await using instances = await Instances.start(place.settings, wishes.instances)
  const caller = new Caller(() => instances.urls)
  const crowd = new Crowd(caller, stores)
  const probe = new Probe(() => instances.urls, `/s/${stores[0]!.slug}`)
  const running = Promise.all([crowd.run(PACE_MS), probe.run()])
  const part = await goWrong({ place, instances, caller, crowd, probe })
  crowd.stop()
  probe.stop()
  await running
  const unclean = await instances.stop()
  await sendWhatIsLeft(place)
  const { problems, orders, again } = await check(place, crowd)
  return {
    acknowledged: crowd.acknowledged,
    ...part,
    problems: [...problems, ...caller.wrong, ...unclean, ...(part.problems ?? [])],
    notes: [part.notes, `${orders} orders`, again].filter(Boolean).join('; '),
  }
}
