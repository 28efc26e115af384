import { setTimeout as sleep } from 'node:timers/promises'
import { rowsOf } from '../../server/storage/statement.ts'
import { askDue } from '../../server/workers/payments.ts'
import type { World } from '../../server/world.ts'

const LEASE_MS = 60_000

/** Until no payment is due and none is being asked about: the program's own poller may be at it too. */
export async function askAllDue(world: World) {
  const busy = () =>
    rowsOf(world.db, (sql) =>
      sql
        .selectFrom('payments')
        .select('id')
        .where(({ eb, or }) =>
          or([eb('ask_at', '<=', world.now()), eb('ask_at', '=', world.now() + LEASE_MS)]),
        ),
    )
  while ((await busy()).length > 0) {
    await askDue(world)
    await sleep(5)
  }
}
