import type { Queries } from '../engine.ts'
import { appliedMigrations, knownMigrations, tablesMadeBy } from '../migrate.ts'

export interface Table {
  name: string
  columns: string[]
  key: string[]
}

interface Described extends Table {
  parents: string[]
  isOwned: boolean
}

type CatalogueRow = { name: string; columns: string; key: string; parents: string; is_owned: number }

interface Tables {
  /** Every table with data, parents before the tables that refer to them. */
  ours: Table[]
  /** Tables of others in the same database, such as those of a PostgreSQL extension or of the operator. */
  others: string[]
  /** Those of ours that another user of PostgreSQL owns, so that no migration may alter them. */
  notOwned: string[]
}

/** Facts about the database itself, which are no data; every start writes some of them. */
const OF_THE_DATABASE = ['migrations', 'service_facts']

export const listTables = async (db: Queries): Promise<Table[]> => (await surveyTables(db)).ours

export async function surveyTables(db: Queries): Promise<Tables> {
  const query = { sql: db.dialect.catalogue, reads: true, name: undefined }
  const rows = (await db.rows(query, [])) as CatalogueRow[]
  const found = rows.map((row) => ({
    name: row.name,
    columns: JSON.parse(row.columns),
    key: JSON.parse(row.key),
    parents: JSON.parse(row.parents),
    isOwned: row.is_owned === 1,
  }))
  const isOurs = await ownership(db, found)
  const tables = found.filter(({ name }) => !OF_THE_DATABASE.includes(name))
  const ours = tables.filter(isOurs)
  const names = (which: Described[]) => which.map(({ name }) => name).sort()
  return {
    ours: parentsFirst(ours),
    others: names(tables.filter((table) => !isOurs(table))),
    notOwned: names(ours.filter(({ isOwned }) => !isOwned)),
  }
}

/**
 * Ours are the tables that migrations made. If a newer program has applied migrations that we do not know, every table
 * with a key may be ours, since all of ours have one. Before the first migration, tables with the names of ours count.
 */
async function ownership(db: Queries, found: Described[]): Promise<(table: Described) => boolean> {
  const known = knownMigrations(db.dialect.engine)
  // Not queried if it is missing: on PostgreSQL the error would abort the transaction.
  const isNew = !found.some(({ name }) => name === 'migrations')
  const applied = isNew ? known : await appliedMigrations(db)
  const made = tablesMadeBy(db.dialect.engine, applied)
  const isNewer = applied.some((name) => !known.includes(name))
  return ({ name, key }) => made.has(name) || (isNewer && key.length > 0)
}

function parentsFirst(tables: Described[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const seen = new Set<Described>()
  const sorted: Table[] = []
  const visit = (table: Described | undefined) => {
    if (!table || seen.has(table)) return
    seen.add(table)
    for (const parent of table.parents) visit(byName.get(parent))
    sorted.push({ name: table.name, columns: table.columns, key: table.key })
  }
  for (const name of [...byName.keys()].sort()) visit(byName.get(name))
  return sorted
}
