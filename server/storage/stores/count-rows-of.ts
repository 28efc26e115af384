import { ROWS_MOST } from '#contract/dashboard/store.ts'
import type { Queries } from '../engine.ts'
import { literal, rowsOf } from '../statement.ts'

/** Up to ROWS_MOST. */
export async function countRowsOf(
  db: Queries,
  table: 'products' | 'orders',
  storeId: string,
): Promise<number> {
  const [row] = await rowsOf(db, (sql) => {
    const some = sql.selectFrom(table).select('id').where('store_id', '=', storeId).limit(literal(ROWS_MOST))
    return sql.selectFrom(some.as('some')).select((column) => column.fn.countAll<number>().as('rows'))
  })
  return row?.rows ?? 0
}
