import { MINUTE_MS } from '../../rules/values/durations.ts'
import type { Queries } from '../engine.ts'
import { deletionOfOld, forgetPart } from '../old-rows.ts'
import type { ApiUseRow } from '../schema.ts'
import { pick, statement } from '../statement.ts'

const add = statement((sql, p: ApiUseRow) =>
  sql
    .insertInto('api_use')
    .values(pick(p, ['store_id', 'operation', 'minute', 'requests']))
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'operation', 'minute']).doUpdateSet((column) => ({
        requests: column('api_use.requests', '+', column.ref('excluded.requests')),
      })),
    ),
)

export const addApiUse = (tx: Queries, use: ApiUseRow) => add.run(tx, use)

const since = statement((sql, p: { storeId: string; minute: number }) =>
  sql
    .selectFrom('api_use')
    .select(['operation', 'minute', 'requests'])
    .where('store_id', '=', p.storeId)
    .where('minute', '>=', p.minute),
)

export const listApiUse = (db: Queries, storeId: string, minute: number) => since.all(db, { storeId, minute })

const old = deletionOfOld('api_use', ['store_id', 'operation', 'minute'], 'minute')

const KEPT_MINUTES = 120

/** The first minute whose uses are still looked at. */
export const oldestUse = (now: number): number => Math.floor(now / MINUTE_MS) - KEPT_MINUTES

/** True while there may be more. */
export const forgetApiUse = (db: Queries, now: number) => forgetPart(db, old, oldestUse(now))
