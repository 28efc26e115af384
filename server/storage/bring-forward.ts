import { type RawBuilder, sql as raw } from 'kysely'
import type { Queries } from './engine.ts'
import { ROWS_AT_ONCE } from './rows-at-once.ts'
import { type Statement, statement } from './statement.ts'
import { LANES } from './webhooks/delivery-lane.ts'

type Forward = { now: number; beyond: number }

const PENDING = raw`status = 'pending'`

/** Asked a second time of each row, which may be being sent by now; the plus keeps that from choosing the index. */
const someOf = (
  table: string,
  key: readonly string[],
  which: RawBuilder<unknown> = PENDING,
  due = raw.ref('due_at'),
): Statement<Forward, unknown> =>
  statement<Forward, unknown>((build, p) => {
    const columns = raw.join(key.map((name) => raw.ref(name)))
    const forward = raw`update ${raw.table(table)} set ${due} = ${p.now} where (${columns}) in (
        select ${columns} from ${raw.table(table)} where ${which} and ${due} > ${p.beyond}
        order by ${due} limit ${raw.lit(ROWS_AT_ONCE)})
      and +${due} > ${p.beyond} returning 1`
    return { compile: () => forward.compile(build) }
  })

const DELIVERY = ['store_id', 'webhook_id', 'sequence']

/** What waits for its time, each along an index. */
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

/** Makes some of what is due later than `beyond` due now: how much that was, and whether there may be more. */
export async function bringForward(db: Queries, what: Waiting, when: Forward) {
  const counts: number[] = []
  for (const some of WAITING[what]) counts.push((await some.all(db, when)).length)
  return { count: counts.reduce((sum, count) => sum + count), hasMore: counts.includes(ROWS_AT_ONCE) }
}
