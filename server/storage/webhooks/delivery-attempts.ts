import type { Expression } from 'kysely'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { deletionOfOld, forgetPart } from '../old-rows.ts'
import { literal, pick, type Sql, statement } from '../statement.ts'
import type { DeliveryAttemptRow } from './webhook-rows.ts'

const COLUMNS = columnsOf<DeliveryAttemptRow>()([
  'store_id',
  'webhook_id',
  'sequence',
  'id',
  'at',
  'duration_ms',
  'status',
  'failure',
  'answer',
])

const insert = statement((sql, p: DeliveryAttemptRow) =>
  sql.insertInto('delivery_attempts').values(pick(p, COLUMNS)),
)

export const insertAttempt = (tx: Queries, attempt: DeliveryAttemptRow) => insert.run(tx, attempt)

/** No event has this number: a test is not part of the feed. */
export const TEST_SEQUENCE = 0

type Text = Expression<string>

/** When a URL has taken a test event after that, if it has, for a query that finds URLs. */
export const testTakenBy = (sql: Sql, url: { storeId: Text; id: Text }, after: number) =>
  sql
    .selectFrom('delivery_attempts')
    .select('at')
    .where('store_id', '=', url.storeId)
    .where('webhook_id', '=', url.id)
    .where('sequence', '=', literal(TEST_SEQUENCE))
    .where('status', '>=', literal(200))
    .where('status', '<', literal(300))
    .where('at', '>', after)
    .limit(literal(1))

type Delivery = { storeId: string; webhookId: string; sequence: number }

const ofDelivery = statement((sql, p: Delivery) =>
  sql
    .selectFrom('delivery_attempts')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('webhook_id', '=', p.webhookId)
    .where('sequence', '=', p.sequence)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(100),
)

/** Newest first. */
export const listAttempts = (db: Queries, storeId: string, webhookId: string, sequence: number) =>
  ofDelivery.all(db, { storeId, webhookId, sequence })

const old = deletionOfOld('delivery_attempts', ['store_id', 'webhook_id', 'sequence', 'id'], 'at')

/** True while there may be more. */
export const forgetOldAttempts = (db: Queries, before: number) => forgetPart(db, old, before)
