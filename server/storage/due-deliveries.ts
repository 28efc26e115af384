import type { DeliveryKey, Lease } from './deliveries.ts'
import type { Queries } from './engine.ts'
import type { Flag } from './flag.ts'
import { literal, rowsOf, type Sql, statement } from './statement.ts'

const MOST_CANDIDATES = 256

const pendingIn = (sql: Sql, lane: Flag) =>
  sql.selectFrom('deliveries').where('status', '=', literal('pending')).where('lane', '=', lane)

const anyDue = statement((sql, p: { lane: Flag; now: number }) =>
  pendingIn(sql, p.lane).select('sequence').where('due_at', '<=', p.now).limit(1),
)

export const hasDue = async (db: Queries, lane: Flag, now: number): Promise<boolean> =>
  (await anyDue.first(db, { lane, now })) !== undefined

/** Deliveries that are due, without those to URLs that have enough under way. */
function listDue(tx: Queries, { lane, now, busy }: Claim) {
  return rowsOf(tx, (sql, dialect) => {
    const due = pendingIn(sql, lane)
      .select(['store_id', 'webhook_id', 'sequence'])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(MOST_CANDIDATES)
    return dialect.claimRows(busy.length > 0 ? due.where('webhook_id', 'not in', busy) : due)
  })
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
  const due = await listDue(tx, claim)
  const { lease } = claim
  const found = await Promise.all(
    choose(due).flatMap((key) => [take.run(tx, { ...key, lease }), forSending.first(tx, key)]),
  )
  return { claimed: found.filter((row) => row !== undefined), more: due.length === MOST_CANDIDATES }
}
