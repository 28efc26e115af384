import { setTimeout as sleep } from 'node:timers/promises'
import { rowsOf } from '../server/storage/statement.ts'
import type { World } from '../server/world.ts'

const LOOK_EVERY_MS = 50

/** Waits until no mail and no delivery waits any more. */
export async function drained({ db }: World): Promise<void> {
  for (;;) {
    const [mail] = await rowsOf(db, (sql) =>
      sql.selectFrom('mails').select('kind').where('status', '=', 'pending').limit(1),
    )
    const [delivery] = await rowsOf(db, (sql) =>
      sql.selectFrom('deliveries').select('sequence').where('status', '=', 'pending').limit(1),
    )
    if (!mail && !delivery) return
    await sleep(LOOK_EVERY_MS)
  }
}
