import { type RawBuilder, sql as raw } from 'kysely'
import type { Queries } from './engine.ts'
import { isClaimed } from './is-claimed.ts'
import { ROWS_AT_ONCE } from './rows-at-once.ts'
import { literal, type Statement, statement } from './statement.ts'
import { LANES } from './webhooks/delivery-lane.ts'

type Forward = { now: number; beyond: number }

const PENDING = raw`status = 'pending'`

/** Skips rows that are locked: they may be being sent, and a wait that times out would end this work early. */
const someOf = (
  table: string,
  key: readonly string[],
  which: RawBuilder<unknown> = PENDING,
  due = raw.ref<number>('due_at'),
): Statement<Forward, unknown> =>
  statement<Forward, unknown>((build, p, dialect) => {
    const some = build
      .selectFrom(raw.table<Record<string, string>>(table).as('waiting'))
      .where(raw<boolean>`${which} and ${due} > ${p.beyond}`)
      .orderBy(due)
      .limit(literal(ROWS_AT_ONCE))
    const forward = raw`update ${raw.table(table)} set ${due} = ${p.now}
      where ${isClaimed(dialect, key, some)} returning 1`
    return { compile: () => forward.compile(build) }
  })

const DELIVERY = ['store_id', 'webhook_id', 'sequence']

/** What can be waiting for its due time, each read along an index. */
const WAITING = {
  mails: [someOf('mails', ['store_id', 'order_id', 'kind'])],
  letters: [someOf('letters', ['id'])],
  deliveries: LANES.map((lane) =>
    someOf('deliveries', DELIVERY, raw`${PENDING} and lane = ${raw.lit(lane)}`),
  ),
  payments: [someOf('payments', ['store_id', 'id'], raw`ask_at is not null`, raw.ref('ask_at'))],
}

export type Waiting = keyof typeof WAITING

export const WAITING_KINDS = Object.keys(WAITING) as Waiting[]

/** Makes some of what is due later than `beyond` due now. Returns how many, and whether there may be more. */
export async function bringForward(db: Queries, what: Waiting, when: Forward) {
  const counts: number[] = []
  for (const some of WAITING[what]) counts.push((await some.all(db, when)).length)
  return { count: counts.reduce((sum, count) => sum + count), hasMore: counts.includes(ROWS_AT_ONCE) }
}
