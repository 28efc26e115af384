import { listTables } from '../../server/storage/database/tables.ts'
import type { World } from '../../server/world.ts'

/** The tables that contain one of the texts anywhere, in any encoding; sealed letters are decrypted first. */
export async function tablesHolding({ db, vault }: World, texts: readonly string[]): Promise<string[]> {
  const holding: string[] = []
  for (const { name } of await listTables(db)) {
    const rows = await db.rows({ sql: `select * from ${name}`, reads: true, name: undefined }, [])
    const opened = (rows as Record<string, unknown>[]).map((row) =>
      name === 'letters' && row.data ? { ...row, data: vault.open(String(row.data)) } : row,
    )
    const all = JSON.stringify(opened).toLowerCase()
    if (texts.some((text) => all.includes(text.toLowerCase()))) holding.push(name)
  }
  return holding.sort()
}
