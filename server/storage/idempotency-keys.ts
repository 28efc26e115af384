import { columnsOf } from './columns.ts'
import type { Queries } from './engine.ts'
import { deletionOfOld, forgetPart } from './old-rows.ts'
import type { IdempotencyKeyRow } from './schema.ts'
import { pick, statement } from './statement.ts'

export type IdempotencyKey = Pick<IdempotencyKeyRow, 'store_id' | 'operation' | 'path' | 'key'>

const KEY = ['store_id', 'operation', 'path', 'key'] as const
const COLUMNS = columnsOf<IdempotencyKeyRow>()([...KEY, 'body_hash', 'answer', 'created_at'])

const claim = statement((sql, p: IdempotencyKeyRow) =>
  sql
    .insertInto('idempotency_keys')
    .values(pick(p, COLUMNS))
    .onConflict((conflict) => conflict.columns(KEY).doNothing())
    .returning('key'),
)

/** False if the key is taken. Waits for an unfinished request that has it. */
export const claimIdempotencyKey = async (tx: Queries, row: IdempotencyKeyRow): Promise<boolean> =>
  (await claim.first(tx, row)) !== undefined

const locked = statement((sql, p: IdempotencyKey, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('idempotency_keys')
      .select(COLUMNS)
      .where('store_id', '=', p.store_id)
      .where('operation', '=', p.operation)
      .where('path', '=', p.path)
      .where('key', '=', p.key),
  ),
)

export const lockIdempotencyKey = (tx: Queries, key: IdempotencyKey) => locked.first(tx, key)

const rewrite = statement((sql, p: IdempotencyKeyRow) =>
  sql
    .updateTable('idempotency_keys')
    .set(pick(p, ['body_hash', 'answer', 'created_at']))
    .where('store_id', '=', p.store_id)
    .where('operation', '=', p.operation)
    .where('path', '=', p.path)
    .where('key', '=', p.key),
)

export const rewriteIdempotencyKey = (tx: Queries, row: IdempotencyKeyRow) => rewrite.run(tx, row)

const old = deletionOfOld('idempotency_keys', KEY, 'created_at')

/** True while there may be more. */
export const forgetIdempotencyKeys = (db: Queries, before: number) => forgetPart(db, old, before)
