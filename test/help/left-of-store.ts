import { listTables } from '../../server/storage/database/tables.ts'
import type { World } from '../../server/world.ts'

/** The tables that still hold something of the store. */
export async function leftOf({ db }: World, storeId: string): Promise<string[]> {
  const left: string[] = []
  for (const { name, columns } of await listTables(db)) {
    if (!columns.includes('store_id')) continue
    const sql = `select 1 from ${name} where store_id = '${storeId}' limit 1`
    if ((await db.rows({ sql, reads: true, name: undefined }, [])).length > 0) left.push(name)
  }
  return left
}
