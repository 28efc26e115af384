import { setImmediate as othersTurn } from 'node:timers/promises'
import { DELIVERY_LEASE_MS } from '../../rules/webhooks/retry-schedule.ts'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { ROWS_AT_ONCE } from '../rows-at-once.ts'
import { literal, pick, statement } from '../statement.ts'
import type { DeliveryKey } from './deliveries.ts'
import { forgetManyAttempts } from './delivery-attempts.ts'
import { PATIENT_LANE } from './delivery-lane.ts'
import type { DeliveryRow, ReplayRow } from './webhook-rows.ts'

type Key = Pick<ReplayRow, 'store_id' | 'webhook_id'>

/** The events made up to `to_at`, after the last one that was looked at, in the order of their time. */
export type ReplayRange = Omit<ReplayRow, 'due_at' | 'step_ms'>

const next = statement((sql, p: ReplayRange) =>
  sql
    .selectFrom('events')
    .select(['created_at', 'sequence'])
    .where('store_id', '=', p.store_id)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'sequence'), '>', tuple(p.reached_at, p.reached_sequence)),
    )
    .where('created_at', '<', p.to_at)
    .orderBy('created_at')
    .orderBy('sequence')
    .limit(literal(ROWS_AT_ONCE)),
)

/** A query of its own: joined with the events, PostgreSQL may read all deliveries for each of them. */
const present = statement((sql, p: Key & { first: number; last: number }) =>
  sql
    .selectFrom('deliveries')
    .select(['sequence', 'status', 'due_at'])
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '>=', p.first)
    .where('sequence', '<=', p.last),
)

type Present = Pick<DeliveryRow, 'status' | 'due_at'>

/** Twice a lease: a claim made after `now` was read, or by a clock that is ahead, ends later than `now` plus one. */
const ON_ITS_WAY_MS = 2 * DELIVERY_LEASE_MS

/** A pending delivery that is due within that time may be claimed and comes soon anyway; one due later is replayed. */
const isOnItsWay = ({ status, due_at }: Present, now: number) =>
  status === 'pending' && due_at <= now + ON_ITS_WAY_MS

/** The next events to be sent again, without those on their way, and the last event looked at, if there may be more. */
async function chooseNext(db: Queries, range: ReplayRange, now: number) {
  const { store_id, webhook_id } = range
  const events = await next.all(db, range)
  const sequences = events.map(({ sequence }) => sequence)
  const bounds = { first: Math.min(...sequences), last: Math.max(...sequences) }
  const rows = events.length > 0 ? await present.all(db, { store_id, webhook_id, ...bounds }) : []
  const isLeftOut = (row: Present) =>
    isOnItsWay(row, now) || (range.undelivered === 1 && row.status === 'delivered')
  const leftOut = new Set(rows.filter(isLeftOut).map(({ sequence }) => sequence))
  const last = events.length === ROWS_AT_ONCE ? events.at(-1) : undefined
  return {
    chosen: sequences.filter((sequence) => !leftOut.has(sequence)),
    reached: last && { reached_at: last.created_at, reached_sequence: last.sequence },
  }
}

/** Counts in pieces, so that other work gets its turn. */
export async function countReplay(db: Queries, range: ReplayRange, now: number): Promise<number> {
  let count = 0
  for (let rest: ReplayRange | undefined = range; rest; ) {
    const { chosen, reached } = await chooseNext(db, rest, now)
    count += chosen.length
    rest = reached && { ...range, ...reached }
    await othersTurn()
  }
  return count
}

type Again = DeliveryKey & { at: number }

const queue = statement((sql, p: Again & { beyond: number }) =>
  sql
    .insertInto('deliveries')
    .values({
      ...pick(p, ['store_id', 'webhook_id', 'sequence']),
      status: 'pending',
      attempts: 0,
      due_at: p.at,
      created_at: p.at,
      lane: PATIENT_LANE,
      step: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'webhook_id', 'sequence'])
        .doUpdateSet({
          status: 'pending',
          attempts: 0,
          step: 0,
          planned_at: null,
          lane: PATIENT_LANE,
          due_at: p.at,
        })
        .where(({ or, eb }) =>
          or([eb('deliveries.status', '<>', 'pending'), eb('deliveries.due_at', '>', p.beyond)]),
        ),
    ),
)

/** Queues a delivery again, unless it is on its way or due earlier anyway. */
const again = (tx: Queries, delivery: Again, now: number) =>
  Promise.all([
    forgetManyAttempts(tx, delivery),
    queue.run(tx, { ...delivery, beyond: Math.max(delivery.at, now + ON_ITS_WAY_MS) }),
  ])

const one = statement((sql, p: DeliveryKey) =>
  sql
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.store_id', '=', 'events.store_id')
        .onRef('deliveries.sequence', '=', 'events.sequence')
        .on('deliveries.webhook_id', '=', p.webhook_id),
    )
    .select(['deliveries.status', 'deliveries.due_at'])
    .where('events.store_id', '=', p.store_id)
    .where('events.sequence', '=', p.sequence),
)

/** Queues one event, if there is such an event and it is not on its way. */
export async function queueAgain(tx: Queries, delivery: Again): Promise<'queued' | 'missing' | 'on its way'> {
  const event = await one.first(tx, delivery)
  if (!event) return 'missing'
  const { status, due_at } = event
  if (status !== null && due_at !== null && isOnItsWay({ status, due_at }, delivery.at)) return 'on its way'
  await again(tx, delivery, delivery.at)
  return 'queued'
}

const COLUMNS = columnsOf<ReplayRow>()([
  'store_id',
  'webhook_id',
  'reached_at',
  'reached_sequence',
  'to_at',
  'undelivered',
  'due_at',
  'step_ms',
])

const insert = statement((sql, p: ReplayRow) =>
  sql
    .insertInto('replays')
    .values(pick(p, COLUMNS))
    .onConflict((conflict) => conflict.columns(['store_id', 'webhook_id']).doNothing())
    .returning('webhook_id'),
)

/** False while another replay to the same URL is being queued. */
export const insertReplay = async (tx: Queries, replay: ReplayRow): Promise<boolean> =>
  (await insert.first(tx, replay)) !== undefined

const all = statement<object, Key>((sql) => sql.selectFrom('replays').select(['store_id', 'webhook_id']))

/** Across all stores. */
export const listReplays = (db: Queries) => all.all(db, {})

const claim = statement((sql, p: Key, dialect) =>
  dialect.claimRows(
    sql
      .selectFrom('replays')
      .select(COLUMNS)
      .where('store_id', '=', p.store_id)
      .where('webhook_id', '=', p.webhook_id),
  ),
)

type Progress = Key & Pick<ReplayRow, 'reached_at' | 'reached_sequence' | 'due_at'>

const advance = statement((sql, p: Progress) =>
  sql
    .updateTable('replays')
    .set(pick(p, ['reached_at', 'reached_sequence', 'due_at']))
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id),
)

const remove = statement((sql, p: Key) =>
  sql.deleteFrom('replays').where('store_id', '=', p.store_id).where('webhook_id', '=', p.webhook_id),
)

export const deleteReplay = (tx: Queries, key: Key) => remove.run(tx, key)

/**
 * Queues the next events of a replay, due one every `step_ms`: so the pace is kept even if this process dies. True
 * while there may be more; undefined if another worker is doing this.
 */
export async function queueSomeOfReplay(tx: Queries, key: Key, now: number): Promise<boolean | undefined> {
  const replay = await claim.first(tx, key)
  if (!replay) return undefined
  const { store_id, webhook_id, due_at, step_ms } = replay
  const { chosen, reached } = await chooseNext(tx, replay, now)
  await Promise.all(
    chosen.map((sequence, i) => again(tx, { store_id, webhook_id, sequence, at: due_at + i * step_ms }, now)),
  )
  if (!reached) await deleteReplay(tx, key)
  else await advance.run(tx, { store_id, webhook_id, ...reached, due_at: due_at + chosen.length * step_ms })
  return reached !== undefined
}
