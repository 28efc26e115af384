import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { Place } from '../place.ts'
import { pick, rowsOf, statement } from '../statement.ts'
import type { AuditRow } from './account-rows.ts'

const COLUMNS = columnsOf<AuditRow>()([
  'store_id',
  'id',
  'at',
  'actor',
  'actor_email',
  'action',
  'subject',
  'detail',
])

const insert = statement((sql, p: AuditRow) =>
  sql
    .insertInto('audit')
    .values(pick(p, COLUMNS))
    .onConflict((conflict) => conflict.columns(['store_id', 'id']).doNothing()),
)

/** Does nothing if there is a line of that id already. */
export const insertAudit = (tx: Queries, line: AuditRow) => insert.run(tx, line)

const one = statement((sql, p: { storeId: string; id: string }) =>
  sql.selectFrom('audit').select('at').where('store_id', '=', p.storeId).where('id', '=', p.id),
)

export const findAuditTime = async (db: Queries, storeId: string, id: string): Promise<number | undefined> =>
  (await one.first(db, { storeId, id }))?.at

/** Newest first, beginning after a line that was seen already. */
export const listAudit = (db: Queries, storeId: string, after: Place | undefined, limit: number) =>
  rowsOf(db, (sql) => {
    const all = sql.selectFrom('audit').select(COLUMNS).where('store_id', '=', storeId)
    const rest = after
      ? all.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(after.at, after.id)))
      : all
    return rest.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
  })
