import { placeTestOrder } from '../server/actions/orders/place-test-order.ts'
import { Caller } from './crowd/caller.ts'
import { type Checked, check } from './crowd/check.ts'
import { Crowd } from './crowd/crowd.ts'
import { sendWhatIsLeft } from './crowd/drain.ts'
import { LimitWatch } from './crowd/limit-watch.ts'
import { Instances } from './place/instances.ts'
import { openPlace } from './place/place.ts'

interface Outcome extends Checked {
  kills: number
  answered: number
  refused: number
  acknowledged: number
  counted: number
}

/** Three processes on one PostgreSQL and one Redis, under mixed load, killed at random and started again. */
export async function killThreeInstances(wish: {
  forMs: number
  everyMs: number
  stores: number
  paceMs: number
}): Promise<Outcome> {
  await using place = await openPlace({ engine: 'postgres', redis: true })
  const stores = await Promise.all(Array.from({ length: wish.stores }, (_, i) => place.newStore(`Shop ${i}`)))
  const watched = await place.newStore('Watched shop')
  await using instances = await Instances.start(place.settings, 3)
  const caller = new Caller(() => instances.urls)
  const crowd = new Crowd(caller, stores, (storeId, productId) =>
    placeTestOrder(place.world, { storeId, productId, given: {} }),
  )
  const limits = new LimitWatch(() => instances.urls, watched.api_key)

  const running = Promise.all([crowd.run(wish.paceMs), limits.run()])
  await instances.killAtRandom(wish.forMs, wish.everyMs)
  crowd.stop()
  limits.stop()
  await running
  const unclean = await instances.stop()
  await sendWhatIsLeft(place)
  const checked = await check(place, crowd)
  return {
    ...checked,
    problems: [...checked.problems, ...caller.wrong, ...limits.problems(), ...unclean],
    kills: instances.kills,
    answered: caller.answered,
    refused: caller.refused,
    acknowledged: crowd.acknowledged,
    counted: limits.counted,
  }
}
