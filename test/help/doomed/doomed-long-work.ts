// A process that continues long work and kills itself in its third piece, like a crash, before or after its commit.
import { die, openDoomedWorld } from '../../../faults/deeds/doom.ts'
import { instead } from '../../../faults/deeds/instead.ts'
import type { Engine } from '../../../server/storage/engine.ts'
import { doPieces } from '../../../server/workers/long-work.ts'

const [point] = process.argv.slice(2)
const world = await openDoomedWorld()

let pieces = 0
const transaction: Engine['transaction'] = async (work, how) => {
  const isLast = ++pieces === 3
  const value = await world.db.transaction(async (tx) => {
    const done = await work(tx)
    return isLast && point === 'before' ? die() : done
  }, how)
  return isLast ? die() : value
}
while (await doPieces({ ...world, db: instead(world.db, { transaction }) }));
