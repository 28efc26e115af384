import { setTimeout as sleep } from 'node:timers/promises'
import { listTables } from '../../server/storage/database/tables.ts'
import type { Fault } from '../fault.ts'
import { type Scene, underLoad } from '../scene.ts'

const ROUNDS = 5
const PAUSE_MS = 3000

/** The worst case of a newer version's rolling migrations: changes all tables in one transaction. */
const addToEveryTable = ({ place }: Scene, round: number) =>
  place.world.db.migrating(async (script, tx) => {
    for (const { name, key } of await listTables(tx)) {
      await script(`alter table ${name} add column later_${round} text not null default '';
        create index on ${name} (${key.join()}, later_${round})`)
    }
  })

export const upgradeFaults: Fault[] = [
  {
    name: 'upgrade-rolling',
    what: 'a column and an index added to every table, under two instances of the version before',
    run: () =>
      underLoad({ engine: 'postgres', redis: true, instances: 2 }, async (scene) => {
        await sleep(PAUSE_MS)
        for (let round = 0; round < ROUNDS; round++) {
          await addToEveryTable(scene, round)
          await sleep(PAUSE_MS)
        }
        const { caller, probe } = scene
        const slowest = Math.max(...probe.looks.map(({ ms }) => ms))
        const refused = caller.refused + probe.looks.filter(({ status }) => status !== 200).length
        return {
          runs: ROUNDS,
          notes: `${refused} requests refused; the slowest of ${probe.looks.length} pages took ${slowest} ms`,
          problems: refused > 0 ? [`${refused} requests were refused`] : [],
        }
      }),
  },
]
