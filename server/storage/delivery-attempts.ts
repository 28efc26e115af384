import { columnsOf } from './columns.ts'
import type { Queries } from './engine.ts'
import { pick, statement } from './statement.ts'
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

const old = statement((sql, p: { before: number; limit: number }) =>
  sql
    .deleteFrom('delivery_attempts')
    .where((column) =>
      column(
        column.refTuple('store_id', 'webhook_id', 'sequence', 'id'),
        'in',
        column
          .selectFrom('delivery_attempts as old')
          .select(['old.store_id', 'old.webhook_id', 'old.sequence', 'old.id'])
          .where('old.at', '<', p.before)
          .limit(p.limit)
          .$asTuple('store_id', 'webhook_id', 'sequence', 'id'),
      ),
    )
    .returning('id'),
)

/** Deletes a part of what is older and says how many that were, so that no one holds the database for long. */
export const deleteOldAttempts = async (db: Queries, before: number, limit: number): Promise<number> =>
  (await old.all(db, { before, limit })).length
