import type { DeliveryKey, Lease } from './deliveries.ts'
import type { Queries } from './engine.ts'
import type { Flag } from './schema.ts'
import { literal, rowsOf, type Sql, statement } from './statement.ts'

const MOST_CANDIDATES = 256
const MOST_OF_A_URL = 32

const pendingIn = (sql: Sql, lane: Flag) =>
  sql.selectFrom('deliveries').where('status', '=', literal('pending')).where('lane', '=', lane)

const anyDue = statement((sql, p: { lane: Flag; now: number }) =>
  pendingIn(sql, p.lane).select('sequence').where('due_at', '<=', p.now).limit(1),
)

export const hasDue = async (db: Queries, lane: Flag, now: number): Promise<boolean> =>
  (await anyDue.first(db, { lane, now })) !== undefined

const KEY = ['store_id', 'webhook_id', 'sequence'] as const

const oldest = statement((sql, p: { lane: Flag; now: number }, dialect) =>
  dialect.claimRows(
    pendingIn(sql, p.lane)
      .select(KEY)
      .where('due_at', '<=', p.now)
      .orderBy('due_at')
      .limit(literal(MOST_CANDIDATES)),
  ),
)

/**
 * The URLs that something is due to, without the busy ones. They are found one after the other along an index, so it
 * does not matter how much waits for each.
 */
async function listDueUrls(tx: Queries, { lane, now, busy }: Claim): Promise<string[]> {
  const rows = await rowsOf(tx, (sql) => {
    const urls = sql
      .withRecursive('urls(webhook_id)', (part) =>
        pendingIn(part as unknown as Sql, lane)
          .select((column) => column.fn.min<string | null>('webhook_id').as('webhook_id'))
          .unionAll(
            part
              .selectFrom('urls')
              .where('urls.webhook_id', 'is not', null)
              .select((column) =>
                pendingIn(sql, lane)
                  .whereRef('webhook_id', '>', column.ref('urls.webhook_id'))
                  .select(({ fn }) => fn.min('webhook_id').as('webhook_id'))
                  .as('webhook_id'),
              ),
          ),
      )
      .selectFrom('urls')
      .select('urls.webhook_id')
      .where('urls.webhook_id', 'is not', null)
      .where((column) =>
        column(
          pendingIn(sql, lane)
            .whereRef('webhook_id', '=', column.ref('urls.webhook_id'))
            .select(({ fn }) => fn.min('due_at').as('due_at')),
          '<=',
          now,
        ),
      )
      .limit(MOST_CANDIDATES)
    return busy.length > 0 ? urls.where('urls.webhook_id', 'not in', busy) : urls
  })
  return rows.flatMap(({ webhook_id }) => webhook_id ?? [])
}

const oldestTo = statement((sql, p: { lane: Flag; now: number; webhookId: string }, dialect) =>
  dialect.claimRows(
    pendingIn(sql, p.lane)
      .select(KEY)
      .where('webhook_id', '=', p.webhookId)
      .where('due_at', '<=', p.now)
      .orderBy('due_at')
      .limit(literal(MOST_OF_A_URL)),
  ),
)

/** What stands behind the queues of busy URLs. */
async function listPastBusy(tx: Queries, claim: Claim): Promise<DeliveryKey[]> {
  const { lane, now } = claim
  const urls = await listDueUrls(tx, claim)
  return (await Promise.all(urls.map((webhookId) => oldestTo.all(tx, { lane, now, webhookId })))).flat()
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
      'webhooks.failing_since',
    ]),
)

/** A claimed delivery with all that its attempt needs. */
export type ClaimedDelivery = Awaited<ReturnType<typeof forSending.all>>[number]

export interface Claim {
  lane: Flag
  now: number
  /** The row is the retry: until this time nobody else takes it, and after that anybody does. */
  lease: number
  /** Webhooks that have as much under way as they may. */
  busy: readonly string[]
}

/**
 * Claims those of the due deliveries that `choose` takes; no other worker gets the same ones. `more` says that there may
 * be others behind them.
 */
export async function claimDue(
  tx: Queries,
  claim: Claim,
  choose: (due: DeliveryKey[]) => DeliveryKey[],
): Promise<{ claimed: ClaimedDelivery[]; more: boolean }> {
  const { lane, now, lease } = claim
  const first = await oldest.all(tx, { lane, now })
  const more = first.length === MOST_CANDIDATES
  const atOnce = choose(first)
  const chosen = atOnce.length === 0 && more ? choose(await listPastBusy(tx, claim)) : atOnce
  const found = await Promise.all(
    chosen.flatMap((key) => [take.run(tx, { ...key, lease }), forSending.first(tx, key)]),
  )
  return { claimed: found.filter((row) => row !== undefined), more }
}
