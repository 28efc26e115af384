import { type Expression, sql as raw } from 'kysely'
import type { Queries } from '../engine.ts'
import { literal, type Sql, statement, statementPer } from '../statement.ts'
import type { DeliveryKey, Lease } from './deliveries.ts'
import { type DeliveryLane, LANES } from './delivery-lane.ts'

const MOST_LOOKED_AT = 256

type Value<T> = T | Expression<T>

const pendingIn = (sql: Sql, lane: Value<DeliveryLane>) =>
  sql.selectFrom('deliveries').where('status', '=', literal('pending')).where('lane', '=', lane)

type When = { lane: DeliveryLane; now: number }

const oldest = statement((sql, p: When) =>
  pendingIn(sql, p.lane)
    .select('webhook_id')
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .limit(literal(MOST_LOOKED_AT)),
)

const ID_CHARACTERS = 36

/**
 * The URLs with pending deliveries, each as its id followed by the time at which the first delivery is due. Each URL is
 * found from the one before it by a single step along an index, however many deliveries wait.
 */
const waitingUrls = statement((sql, p: { lane: DeliveryLane }) =>
  sql
    .withRecursive('urls(first)', (part) =>
      part.selectNoFrom(literal<string | null>('').as('first')).unionAll(
        part
          .selectFrom('urls')
          .where('urls.first', 'is not', null)
          .select(
            pendingIn(sql, p.lane)
              .select(raw<string>`webhook_id || due_at`.as('first'))
              .where('webhook_id', '>', raw<string>`substr(urls.first, 1, ${literal(ID_CHARACTERS)})`)
              .orderBy('webhook_id')
              .orderBy('due_at')
              .limit(literal(1))
              .as('first'),
          ),
      ),
    )
    .selectFrom('urls')
    .select('urls.first')
    .$narrowType<{ first: string }>()
    .where('urls.first', '<>', ''),
)

/** The URL that waits longest comes first. */
async function listDueUrls(db: Queries, { lane, now }: When): Promise<string[]> {
  const waiting = (await waitingUrls.all(db, { lane })).map(({ first }) => ({
    id: first.slice(0, ID_CHARACTERS),
    dueAt: Number(first.slice(ID_CHARACTERS)),
  }))
  return waiting
    .filter(({ dueAt }) => dueAt <= now)
    .sort((a, b) => a.dueAt - b.dueAt)
    .map(({ id }) => id)
}

interface DueUrls {
  /** How many deliveries may start to each URL; the URL that waits longest comes first. */
  urls: Map<string, number>
  /** There may be further URLs. */
  more: boolean
}

/**
 * The URLs with due deliveries. If the oldest deliveries exceed the `room` of their URLs, others may wait behind them,
 * so all URLs are then read one by one.
 */
export async function findDueUrls(
  db: Queries,
  when: When,
  room: (webhookId: string) => number,
): Promise<DueUrls> {
  const urls = new Map<string, number>()
  const first = await oldest.all(db, when)
  for (const { webhook_id } of first) urls.set(webhook_id, (urls.get(webhook_id) ?? 0) + 1)
  const more = first.length === MOST_LOOKED_AT
  if (!more || urls.entries().every(([id, count]) => count <= room(id))) return { urls, more }
  const all = await listDueUrls(db, when)
  return { urls: new Map(all.map((id) => [id, room(id)])), more: false }
}

type Due = When & { webhookId: string }

type Queue = { [Name in keyof Due]: Value<Due[Name]> }

/**
 * Not `webhook_id =`: where one URL has nearly all deliveries, PostgreSQL would then choose the index over the queue of
 * all URLs.
 */
const queueOf = (sql: Sql, p: Queue) =>
  pendingIn(sql, p.lane)
    .where(({ refTuple, tuple, eb }) => eb(refTuple('webhook_id', 'due_at'), '>=', tuple(p.webhookId, 0)))
    .where(({ refTuple, tuple, eb }) => eb(refTuple('webhook_id', 'due_at'), '<=', tuple(p.webhookId, p.now)))
    .orderBy('webhook_id')
    .orderBy('due_at')

const oldestTo = statementPer(
  (most: number) => (sql, p: Due, dialect) =>
    dialect.claimRows(queueOf(sql, p).select(['store_id', 'webhook_id', 'sequence']).limit(literal(most))),
)

/** Later than any due time. */
const EVER = Number.MAX_SAFE_INTEGER

/** Locks deliveries that wait for a URL, due or not. */
export async function claimWaiting(tx: Queries, webhookId: string, most: number): Promise<DeliveryKey[]> {
  const lanes = await Promise.all(LANES.map((lane) => oldestTo(most).all(tx, { lane, now: EVER, webhookId })))
  return lanes.flat().slice(0, most)
}

const firstOf = (sql: Sql, p: Queue) => queueOf(sql, p).select('due_at').limit(literal(1))

/** A part of a query for URLs: when the first delivery in a URL's lane is due, if it is due by then. */
export const firstDueTo = (sql: Sql, lane: DeliveryLane, webhookId: Expression<string>, by: number) =>
  firstOf(sql, { lane: literal(lane), webhookId, now: by })

const first = statement((sql, p: Due) => firstOf(sql, p))

export async function hasWaitingDeliveries(db: Queries, webhookId: string): Promise<boolean> {
  const found = await Promise.all(LANES.map((lane) => first.first(db, { lane, now: EVER, webhookId })))
  return found.some((row) => row !== undefined)
}

const take = statement((sql, p: Lease) =>
  sql
    .updateTable('deliveries')
    .set({ due_at: p.lease })
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '=', p.sequence),
)

const forSending = statement((sql, p: DeliveryKey) =>
  sql
    .selectFrom('deliveries')
    .innerJoin('events', (join) =>
      join
        .onRef('events.store_id', '=', 'deliveries.store_id')
        .onRef('events.sequence', '=', 'deliveries.sequence'),
    )
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.store_id', '=', 'deliveries.store_id')
        .onRef('webhooks.id', '=', 'deliveries.webhook_id'),
    )
    .where('deliveries.store_id', '=', p.store_id)
    .where('deliveries.webhook_id', '=', p.webhook_id)
    .where('deliveries.sequence', '=', p.sequence)
    .select([
      'deliveries.store_id',
      'deliveries.webhook_id',
      'deliveries.sequence',
      'deliveries.step',
      'deliveries.planned_at',
      'events.id as event_id',
      'events.payload',
      'events.traceparent',
      'webhooks.url',
      'webhooks.enabled',
      'webhooks.secret',
      'webhooks.previous_secret',
      'webhooks.previous_secret_until',
      'webhooks.older_secrets',
      'webhooks.failing_since',
    ]),
)

/** A claimed delivery with all that its attempt needs. */
export type ClaimedDelivery = Awaited<ReturnType<typeof forSending.all>>[number]

interface Claim {
  lane: DeliveryLane
  now: number
  /** No other worker claims the deliveries before this time; after it any does, so a dead worker's are tried again. */
  lease: number
  /** How many deliveries to claim for each URL, at most. */
  urls: ReadonlyMap<string, number>
}

/** Claims the oldest due deliveries to these URLs; no other worker gets the same ones. */
export async function claimDue(tx: Queries, { lane, now, lease, urls }: Claim): Promise<ClaimedDelivery[]> {
  const due = await Promise.all(
    Array.from(urls, ([webhookId, most]) => oldestTo(most).all(tx, { lane, now, webhookId })),
  )
  const found = await Promise.all(
    due.flat().flatMap((key) => [take.run(tx, { ...key, lease }), forSending.first(tx, key)]),
  )
  return found.filter((row) => row !== undefined)
}
