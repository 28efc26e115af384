import { type RawBuilder, sql } from 'kysely'
import { latestEnd, WINDOW_MS, type Window } from '../rules/rate-window.ts'
import type { Engine, Queries } from './engine.ts'
import { deletionOfOld, forgetPart } from './old-rows.ts'
import { type Statement, statement } from './statement.ts'

export interface Ask {
  keyHash: string | undefined
  address: string
  operation: string
  now: number
}

export interface Admitted {
  storeId: string | undefined
  window: Window
}

type Values = { asker: string; operation: string; now: number; ends_at: number; latest: number }
type Row = { subject: string; used: number; ends_at: number }

/** Starts a new window if the last one is over, or ends too far ahead because the clock was set back since. */
const counting = (rows: (p: Values) => RawBuilder<unknown>) =>
  statement<Values, Row>((builder, p) => ({
    compile: () =>
      sql<Row>`
        insert into rate_windows as w (subject, operation, used, ends_at) ${rows(p)}
        on conflict (subject, operation) do update set
          used = case when w.ends_at > ${p.now} and w.ends_at <= ${p.latest} then w.used else 0 end + 1,
          ends_at = case when w.ends_at > ${p.now} and w.ends_at <= ${p.latest} then w.ends_at
            else excluded.ends_at end
        returning subject, used, ends_at`.compile(builder),
  }))

const countByKey = counting(
  (p) => sql`select store_id, ${p.operation}, 1, ${p.ends_at} from api_keys where key_hash = ${p.asker}`,
)
const countByAddress = counting((p) => sql`values (${p.asker}, ${p.operation}, 1, ${p.ends_at})`)

/** Counts all the asks, in one round trip if all keys are valid, and answers each as if they came one by one. */
export async function admitTogether(db: Engine, asks: readonly Ask[]): Promise<Admitted[]> {
  const stores = await countEach(db, countByKey, asks, ({ keyHash }) => keyHash)
  const strangers = asks.filter((ask) => !stores.has(ask))
  const addresses = await countEach(db, countByAddress, strangers, ({ address }) => address)
  return asks.map((ask) => {
    const store = stores.get(ask)
    const { used, ends_at } = store ?? addresses.get(ask)!
    return { storeId: store?.subject, window: { used, endsAt: ends_at } }
  })
}

/** Rows are written in one fixed order, so that two instances cannot deadlock. */
async function countEach(
  db: Engine,
  count: Statement<Values, Row>,
  asks: readonly Ask[],
  askerOf: (ask: Ask) => string | undefined,
): Promise<Map<Ask, Row>> {
  const counted = new Map<Ask, Row>()
  const sorted = asks
    .flatMap((ask) => {
      const asker = askerOf(ask)
      return asker === undefined ? [] : { ask, asker, place: `${asker} ${ask.operation}` }
    })
    .sort((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : 0))
  if (sorted.length === 0) return counted
  const work = (tx: Queries) =>
    Promise.all(
      sorted.map(({ ask: { operation, now }, asker }) =>
        count.first(tx, { asker, operation, now, ends_at: now + WINDOW_MS, latest: latestEnd(now) }),
      ),
    )
  const rows = await db.transaction(work, { asksOnce: true, brief: true })
  for (const [i, row] of rows.entries()) if (row) counted.set(sorted[i]!.ask, row)
  return counted
}

const old = deletionOfOld('rate_windows', ['subject', 'operation'], 'ends_at')

/** Deletes windows that ended long ago. True while there may be more. */
export const forgetOldWindows = (db: Queries, before: number) => forgetPart(db, old, before)
