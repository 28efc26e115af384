import { sql } from 'kysely'
import { latestEnd, WINDOW_MS, type Window } from '../rules/rate-window.ts'
import type { Queries } from './engine.ts'
import { deletionOfOld, forgetPart } from './old-rows.ts'
import { statement } from './statement.ts'

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

type Values = {
  keys: Array<string | null>
  addresses: string[]
  operations: string[]
  now: number
  ends_at: number
  latest: number
}
type Row = { store_id: string | null; subject: string; operation: string; used: number; ends_at: number }

/**
 * Rows are touched in one order everywhere, so that two instances cannot block each other. A window that is over, or
 * that a clock since set back would keep open, begins anew.
 */
const admit = statement<Values, Row>(
  (builder, p) => ({
    compile: () =>
      sql<Row>`
        with asked as materialized (
          select a.place, a.operation, k.store_id, coalesce(k.store_id, a.address) as subject
          from unnest(${p.keys}::text[], ${p.addresses}::text[], ${p.operations}::text[])
            with ordinality as a (key_hash, address, operation, place)
          left join api_keys k on k.key_hash = a.key_hash
        ), counted as (
          insert into rate_windows as w (subject, operation, used, ends_at)
          select subject, operation, count(*), ${p.ends_at} from asked group by subject, operation
          order by subject, operation
          on conflict (subject, operation) do update set
            used = case when w.ends_at > ${p.now} and w.ends_at <= ${p.latest} then w.used else 0 end + excluded.used,
            ends_at = case when w.ends_at > ${p.now} and w.ends_at <= ${p.latest} then w.ends_at
              else excluded.ends_at end
          returning subject, operation, used, ends_at
        )
        select asked.store_id, subject, operation, counted.used, counted.ends_at
        from asked join counted using (subject, operation) order by asked.place`.compile(builder),
  }),
  { brief: true },
)

/** Counts all the asks at once and answers each in turn, as if they had come one after the other. */
export async function admitTogether(db: Queries, asks: Ask[]): Promise<Admitted[]> {
  const now = Math.max(...asks.map((ask) => ask.now))
  const rows = await admit.all(db, {
    keys: asks.map(({ keyHash }) => keyHash ?? null),
    addresses: asks.map(({ address }) => address),
    operations: asks.map(({ operation }) => operation),
    now,
    ends_at: now + WINDOW_MS,
    latest: latestEnd(now),
  })
  const later = new Map<string, number>()
  const answers: Admitted[] = []
  for (const row of rows.toReversed()) {
    const key = `${row.operation} ${row.subject}`
    const after = later.get(key) ?? 0
    later.set(key, after + 1)
    answers.push({
      storeId: row.store_id ?? undefined,
      window: { used: row.used - after, endsAt: row.ends_at },
    })
  }
  return answers.reverse()
}

const old = deletionOfOld('rate_windows', ['subject', 'operation'], 'ends_at')

/** Windows that ended long ago; nobody asks for them again. True while there may be more. */
export const forgetOldWindows = (db: Queries, before: number) => forgetPart(db, old, before)
