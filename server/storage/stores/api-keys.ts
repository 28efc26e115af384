import { latestNow } from '../../rules/set-back-clock.ts'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import type { ApiKeyRow } from '../schema.ts'
import { pick, type Sql, statement } from '../statement.ts'

const COLUMNS = columnsOf<ApiKeyRow>()(['store_id', 'key_hash', 'last_four', 'created_at', 'last_used_at'])

/** The store of a key. Within another query it finds the key and a row of its store in one round trip. */
export const storeOfKey = (sql: Sql, keyHash: string) =>
  sql.selectFrom('api_keys').select('store_id').where('key_hash', '=', keyHash)

const byKey = statement((sql, p: { keyHash: string }) => storeOfKey(sql, p.keyHash), { together: true })

export const findStoreOfKey = (db: Queries, keyHash: string) => byKey.first(db, { keyHash })

const changes = statement((sql, _: object) => sql.selectFrom('key_changes').select('count'))

/** How often a key was replaced or removed. Only SQLite counts this. */
export const countKeyChanges = (db: Queries): MaybePromise<number | undefined> =>
  andThen(changes.first(db, {}), (row) => row?.count)

const put = statement((sql, p: Omit<ApiKeyRow, 'last_used_at'>) =>
  sql
    .insertInto('api_keys')
    .values({ ...pick(p, ['store_id', 'key_hash', 'last_four', 'created_at']), last_used_at: null })
    .onConflict((conflict) =>
      conflict.column('store_id').doUpdateSet({
        ...pick(p, ['key_hash', 'last_four', 'created_at']),
        last_used_at: null,
      }),
    ),
)

/** A store has one key: the new one replaces the former, which is invalid from the commit on. */
export const putApiKey = (db: Queries, key: Omit<ApiKeyRow, 'last_used_at'>) => put.run(db, key)

const one = statement((sql, p: { storeId: string }) =>
  sql.selectFrom('api_keys').select(COLUMNS).where('store_id', '=', p.storeId),
)

export const findApiKey = (db: Queries, storeId: string) => one.first(db, { storeId })

const used = statement((sql, p: { storeId: string; at: number; latest: number }) =>
  sql
    .updateTable('api_keys')
    .set((column) => ({
      last_used_at: column
        .case()
        .when(
          column.and([
            column('created_at', '<=', p.at),
            column.or([
              column('last_used_at', 'is', null),
              column('last_used_at', '<', p.at),
              column('last_used_at', '>', p.latest),
            ]),
          ]),
        )
        .then(p.at)
        .else(column.ref('last_used_at'))
        .end(),
    }))
    .where('store_id', '=', p.storeId)
    .returning('store_id'),
)

/**
 * False if the store is gone. A use from before this key was made belongs to the former key and is not noted. Nor is
 * one that is earlier than what another instance noted, unless that one lies in the future of a clock that is right.
 */
export const noteKeyUse = async (db: Queries, storeId: string, at: number, now: number): Promise<boolean> =>
  (await used.first(db, { storeId, at, latest: latestNow(now) })) !== undefined
