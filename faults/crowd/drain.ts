import { setTimeout as sleep } from 'node:timers/promises'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'
import type { Place } from '../place/place.ts'

const LOOK_EVERY_MS = 50

const OUTBOXES = ['mails', 'letters', 'deliveries'] as const

/** Waits until no mail and no delivery is pending. */
export async function drained({ db }: World): Promise<void> {
  for (;;) {
    const waiting = await Promise.all(
      OUTBOXES.map((table) =>
        rowsOf(db, (sql) => sql.selectFrom(table).select('status').where('status', '=', 'pending').limit(1)),
      ),
    )
    if (waiting.every(({ length }) => length === 0)) return
    await sleep(LOOK_EVERY_MS)
  }
}

/** Sends everything that is pending, including what killed instances had claimed. */
export async function sendWhatIsLeft(place: Place): Promise<void> {
  await using _app = await place.startAhead()
  await drained(place.world)
}
