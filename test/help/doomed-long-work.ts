// A process that carries on with long work and kills itself in its third piece, as a crash would: before its commit, or
// after it.
import { pino } from 'pino'
import { instead } from '../../faults/instead.ts'
import { openWorld } from '../../server/open-world.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { doPieces } from '../../server/workers/long-work.ts'
import { configOf } from './operations.ts'

const [point] = process.argv.slice(2)
const world = await openWorld(configOf(process.env as Record<string, string>), {
  log: pino({ level: 'silent' }),
})
const die = () => {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

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
