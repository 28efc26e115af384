import type { Queries } from '../engine.ts'

export interface Table {
  name: string
  columns: string[]
  key: string[]
}

interface Described extends Table {
  parents: string[]
}

/** What the database says of itself is no data, and every start writes some of it. */
const OF_THE_DATABASE = ['migrations', 'service_facts']

/** Every table with data; each stands behind those that its rows refer to. */
export async function listTables(db: Queries): Promise<Table[]> {
  const query = { sql: db.dialect.catalogue, reads: true, name: undefined }
  const rows = (await db.rows(query, [])) as Array<Record<string, string>>
  const tables = rows.map((row) => ({
    name: row.name!,
    columns: JSON.parse(row.columns!),
    key: JSON.parse(row.key!),
    parents: JSON.parse(row.parents!),
  }))
  return parentsFirst(tables.filter(({ name }) => !OF_THE_DATABASE.includes(name)))
}

function parentsFirst(tables: Described[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const sorted = new Set<Described>()
  const visit = (table: Described) => {
    if (sorted.has(table)) return
    for (const parent of table.parents) if (parent !== table.name) visit(byName.get(parent)!)
    sorted.add(table)
  }
  for (const name of [...byName.keys()].sort()) visit(byName.get(name)!)
  return [...sorted].map(({ name, columns, key }) => ({ name, columns, key }))
}
