import type { Queries } from '../engine.ts'
import { rowsOf } from '../statement.ts'

export async function countRowsOf(
  db: Queries,
  table: 'products' | 'orders',
  storeId: string,
): Promise<number> {
  const [row] = await rowsOf(db, (sql) =>
    sql
      .selectFrom(table)
      .select((column) => column.fn.countAll<number>().as('rows'))
      .where('store_id', '=', storeId),
  )
  return row?.rows ?? 0
}
