import type { Queries } from '../engine.ts'
import { ROWS_AT_ONCE } from '../rows-at-once.ts'
import { literal, type Sql, statement } from '../statement.ts'
import type { DeliveryKey } from './deliveries.ts'
import { claimWaiting, hasWaitingDeliveries } from './due-deliveries.ts'
import type { DeliveryRow } from './webhook-rows.ts'

type Key = { storeId: string; id: string }

const done = statement((sql, p: Key) =>
  sql
    .updateTable('webhooks')
    .set({ giving_up: literal(0) })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

export const noteGivenUp = (tx: Queries, storeId: string, id: string) => done.run(tx, { storeId, id })

const listed = statement<object, { store_id: string; id: string }>((sql) =>
  sql
    .selectFrom('webhooks')
    .select(['store_id', 'id'])
    .where('giving_up', '=', literal(1))
    .orderBy('store_id')
    .orderBy('id'),
)

/** Across all stores. */
export const listGivingUp = (db: Queries) => listed.all(db, {})

const claimed = statement((sql, p: Key, dialect) =>
  dialect.claimRows(
    sql
      .selectFrom('webhooks')
      .select(['removed_at', 'disabled_reason'])
      .where('store_id', '=', p.storeId)
      .where('id', '=', p.id)
      .where('giving_up', '=', literal(1)),
  ),
)

/** Locks the URL to give its deliveries up; undefined if another worker has it, or if that is done. */
export const claimGivingUp = (tx: Queries, storeId: string, id: string) => claimed.first(tx, { storeId, id })

type Failure = DeliveryKey & Pick<DeliveryRow, 'last_result'>

const failing = (sql: Sql, p: Failure) =>
  sql
    .updateTable('deliveries')
    .set({ status: 'failed', last_result: p.last_result })
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '=', p.sequence)
    .where('status', '=', 'pending')

const fail = statement(failing)

const failWhereOff = statement((sql, p: Failure) =>
  failing(sql, p).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('webhooks')
        .select('id')
        .where('store_id', '=', p.store_id)
        .where('id', '=', p.webhook_id)
        .where('enabled', '=', literal(0)),
    ),
  ),
)

/** Fails the delivery unless its URL was switched on since the read: then it is retried when its claim ends. */
export const failIfOff = (db: Queries, failure: Failure) => failWhereOff.run(db, failure)

/** Fails the URL's next pending deliveries, which can be replayed. True while there are more. */
export async function failSomeDeliveries(
  tx: Queries,
  storeId: string,
  id: string,
  reason: string,
): Promise<boolean> {
  const waiting = await claimWaiting(tx, id, ROWS_AT_ONCE)
  const failure = { store_id: storeId, webhook_id: id, last_result: reason }
  await Promise.all(waiting.map(({ sequence }) => fail.run(tx, { ...failure, sequence })))
  return waiting.length === ROWS_AT_ONCE || (await hasWaitingDeliveries(tx, id))
}

const someDeliveries = statement((sql, p: Key) =>
  sql
    .selectFrom('deliveries')
    .select('sequence')
    .where('store_id', '=', p.storeId)
    .where('webhook_id', '=', p.id)
    .orderBy('sequence')
    .limit(literal(ROWS_AT_ONCE)),
)

const deleteDelivery = statement((sql, p: Key & { sequence: number }) =>
  sql
    .deleteFrom('deliveries')
    .where('store_id', '=', p.storeId)
    .where('webhook_id', '=', p.id)
    .where('sequence', '=', p.sequence),
)

const someAttempts = statement((sql, p: Key) =>
  sql
    .selectFrom('delivery_attempts')
    .select(['sequence', 'id as attempt'])
    .where('store_id', '=', p.storeId)
    .where('webhook_id', '=', p.id)
    .orderBy('sequence')
    .orderBy('id')
    .limit(literal(ROWS_AT_ONCE)),
)

const deleteAttempt = statement((sql, p: Key & { sequence: number; attempt: string }) =>
  sql
    .deleteFrom('delivery_attempts')
    .where('store_id', '=', p.storeId)
    .where('webhook_id', '=', p.id)
    .where('sequence', '=', p.sequence)
    .where('id', '=', p.attempt),
)

const remove = statement((sql, p: Key) =>
  sql.deleteFrom('webhooks').where('store_id', '=', p.storeId).where('id', '=', p.id),
)

/**
 * Deletes the next rows of a removed URL, and in the end the URL's own. True while there are more. Each row is deleted
 * by its whole key, so that PostgreSQL cannot choose a bad plan.
 */
export async function deleteSomeOfWebhook(tx: Queries, storeId: string, id: string): Promise<boolean> {
  const key = { storeId, id }
  const attempts = await someAttempts.all(tx, key)
  await Promise.all(attempts.map((each) => deleteAttempt.run(tx, { ...key, ...each })))
  if (attempts.length === ROWS_AT_ONCE) return true
  const deliveries = await someDeliveries.all(tx, key)
  await Promise.all(deliveries.map((each) => deleteDelivery.run(tx, { ...key, ...each })))
  if (deliveries.length === ROWS_AT_ONCE) return true
  await remove.run(tx, key)
  return false
}
