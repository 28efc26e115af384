import type { PolicyKind } from '#contract/policies.ts'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { PolicyRow } from '../schema.ts'
import { pick, statement } from '../statement.ts'

const COLUMNS = columnsOf<PolicyRow>()(['store_id', 'kind', 'body', 'saved_at'])

type Named = { storeId: string; kind: PolicyKind }

const one = statement((sql, p: Named) =>
  sql.selectFrom('policies').select(COLUMNS).where('store_id', '=', p.storeId).where('kind', '=', p.kind),
)

export const findPolicy = (db: Queries, storeId: string, kind: PolicyKind) => one.first(db, { storeId, kind })

const times = statement((sql, p: { storeId: string }) =>
  sql.selectFrom('policies').select(['kind', 'saved_at']).where('store_id', '=', p.storeId),
)

/** Which policies were written, and when; without their texts. */
export const listPolicyTimes = (db: Queries, storeId: string) => times.all(db, { storeId })

const put = statement((sql, p: PolicyRow) =>
  sql
    .insertInto('policies')
    .values(pick(p, COLUMNS))
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'kind']).doUpdateSet(pick(p, ['body', 'saved_at'])),
    ),
)

export const putPolicy = (tx: Queries, policy: PolicyRow) => put.run(tx, policy)

const remove = statement((sql, p: Named) =>
  sql.deleteFrom('policies').where('store_id', '=', p.storeId).where('kind', '=', p.kind),
)

export const removePolicy = (tx: Queries, storeId: string, kind: PolicyKind) =>
  remove.run(tx, { storeId, kind })
