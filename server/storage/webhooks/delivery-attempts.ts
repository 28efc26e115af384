import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { deletionOfOld, forgetPart } from '../old-rows.ts'
import { pick, statement } from '../statement.ts'
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
