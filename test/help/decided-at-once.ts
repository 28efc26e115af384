import { instead } from '../../faults/deeds/instead.ts'
import { until } from '../../harness/app/until.ts'
import type { Engine } from '../../server/storage/engine.ts'
import type { World } from '../../server/world.ts'
import { lockWaits } from './lock-waits.ts'

/**
 * A world for so many actions at once, each with one transaction: on PostgreSQL, none commits before all have decided
 * or another waits for its lock. So an action that decides without a lock cannot be right by luck.
 */
export function decidedAtOnce<W extends Pick<World, 'db'>>(world: W, actions: number): W {
  const { db } = world
  let decided = 0
  const transaction: Engine['transaction'] = (work, how) =>
    db.transaction(async (tx) => {
      const done = await work(tx)
      decided++
      if (db.dialect.engine === 'postgres')
        await until(async () => decided >= actions || (await lockWaits(db)) > 0)
      return done
    }, how)
  return { ...world, db: instead(db, { transaction }) }
}
