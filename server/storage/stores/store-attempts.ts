import type { Queries } from '../engine.ts'
import { claimIdempotencyKey } from '../idempotency-keys.ts'
import { literal, statement } from '../statement.ts'

const OPERATION = 'create_store'

interface StoreAttempt {
  storeId: string
  personId: string
  attempt: string
  at: number
}

/** Kept in the table of idempotency keys, and so deleted together with them. */
export const keepStoreAttempt = (tx: Queries, { storeId, personId, attempt, at }: StoreAttempt) =>
  claimIdempotencyKey(tx, {
    store_id: storeId,
    operation: OPERATION,
    path: personId,
    key: attempt,
    body_hash: '',
    answer: '',
    created_at: at,
  })

const ofAttempt = statement((sql, p: { personId: string; attempt: string }) =>
  sql
    .selectFrom('members')
    .innerJoin('stores', 'stores.id', 'members.store_id')
    .innerJoin('idempotency_keys as kept', 'kept.store_id', 'members.store_id')
    .select(['stores.id as store_id', 'stores.slug'])
    .where('members.person_id', '=', p.personId)
    .where('kept.operation', '=', literal(OPERATION))
    .where('kept.path', '=', p.personId)
    .where('kept.key', '=', p.attempt),
)

/** The store that the person opened by this attempt. */
export const findStoreOfAttempt = (tx: Queries, personId: string, attempt: string) =>
  ofAttempt.first(tx, { personId, attempt })
