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

type AttemptKey = Pick<DeliveryAttemptRow, 'store_id' | 'webhook_id' | 'sequence' | 'id'>

const kept = statement((sql, p: AttemptKey) =>
  sql
    .selectFrom('delivery_attempts')
    .select('id')
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '=', p.sequence)
    .where('id', '=', p.id),
)

export const isAttemptKept = async (tx: Queries, key: AttemptKey): Promise<boolean> =>
  (await kept.first(tx, key)) !== undefined

/** No event has this number: a test is not part of the feed. */
export const TEST_SEQUENCE = 0

type Text = Expression<string> | string

type Url = { storeId: Text; id: Text }

type OfUrl = Url & { sequence: Expression<number> | number }

const attemptsOf = (sql: Sql, { storeId, id, sequence }: OfUrl) =>
  sql
    .selectFrom('delivery_attempts')
    .where('store_id', '=', storeId)
    .where('webhook_id', '=', id)
    .where('sequence', '=', sequence)

const takenOf = (sql: Sql, which: OfUrl) =>
  attemptsOf(sql, which).where('status', '>=', literal(200)).where('status', '<', literal(300))

/** A part of a query for URLs: when a URL accepted a test event after that time, if it did. */
export const testTakenBy = (sql: Sql, url: Url, after: number) =>
  takenOf(sql, { ...url, sequence: literal(TEST_SEQUENCE) })
    .select('at')
    .where('at', '>', after)
    .limit(literal(1))

/** So many attempts of one delivery are shown. */
const MOST_ATTEMPTS = 100

/** Deleted at once: where none have been deleted before, there may be a million. */
const FORGOTTEN_AT_ONCE = 1000

const forget = statement((sql, p: { storeId: string; id: string; sequence: number }) =>
  sql
    .deleteFrom('delivery_attempts')
    .where('store_id', '=', p.storeId)
    .where('webhook_id', '=', p.id)
    .where('sequence', '=', p.sequence)
    .where(
      'id',
      'in',
      attemptsOf(sql, p)
        .select('id')
        .orderBy('at', 'desc')
        .orderBy('id')
        .offset(literal(MOST_ATTEMPTS - 1))
        .limit(literal(FORGOTTEN_AT_ONCE)),
    )
    .where('id', 'not in', takenOf(sql, p).select('id').orderBy('at', 'desc').limit(literal(1))),
)

/**
 * Deletes old attempts, since a seller can send a test event, or one event again, a million times in a month. The
 * newest attempts stay, and the last successful one, by which a failing URL is judged.
 */
export const forgetManyAttempts = (
  tx: Queries,
  { store_id, webhook_id, sequence }: Pick<DeliveryAttemptRow, 'store_id' | 'webhook_id' | 'sequence'>,
) => forget.run(tx, { storeId: store_id, id: webhook_id, sequence })

/** All tests of a URL share one sequence number. The caller holds the store. */
export async function insertTestAttempt(tx: Queries, attempt: DeliveryAttemptRow) {
  await Promise.all([forgetManyAttempts(tx, attempt), insertAttempt(tx, attempt)])
}

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
    .limit(literal(MOST_ATTEMPTS)),
)

/** Newest first. */
export const listAttempts = (db: Queries, storeId: string, webhookId: string, sequence: number) =>
  ofDelivery.all(db, { storeId, webhookId, sequence })

const old = deletionOfOld('delivery_attempts', ['store_id', 'webhook_id', 'sequence', 'id'], 'at')

/** True while there may be more. */
export const forgetOldAttempts = (db: Queries, before: number) => forgetPart(db, old, before)
