import { type Kysely, sql as raw } from 'kysely'
import type { Queries } from '../engine.ts'
import { rowsOf, type Sql, type Statement, statement } from '../statement.ts'
import type { Table } from './tables.ts'

/** A row's values in the order of its table's columns: text, a whole number, or null. */
export type Values = unknown[]

const ROWS_PER_QUERY = 100

type AnyRow = Record<string, unknown>

/** Tables that are known only when the program runs. */
const anyTable = (sql: Sql) => sql as unknown as Kysely<Record<string, AnyRow>>

/** All rows of a table along its key, a part at a time, so that a table of any size fits into memory. */
export async function* readRows(db: Queries, { name, columns, key }: Table): AsyncGenerator<Values[]> {
  const page = (isFirst: boolean) =>
    statement((sql, last: AnyRow) => {
      const rows = anyTable(sql).selectFrom(name).select(columns).limit(ROWS_PER_QUERY)
      const ordered = key.reduce((query, column) => query.orderBy(column), rows)
      if (isFirst) return ordered
      const place = raw.join(key.map((column) => raw.ref(column)))
      return ordered.where(raw<boolean>`(${place}) > (${raw.join(key.map((column) => last[column]))})`)
    })
  let rows = await page(true).all(db, {})
  const next = page(false)
  while (rows.length > 0) {
    yield rows.map((row) => columns.map((column) => row[column]))
    rows = rows.length < ROWS_PER_QUERY ? [] : await next.all(db, rows.at(-1)!)
  }
}

export async function hasRows(db: Queries, { name }: Table): Promise<boolean> {
  const some = await rowsOf(db, (sql) => anyTable(sql).selectFrom(name).select(raw`1`.as('one')).limit(1))
  return some.length > 0
}

export async function countRows(db: Queries, name: string): Promise<number> {
  const [all] = await rowsOf(db, (sql) =>
    anyTable(sql).selectFrom(name).select(raw<number>`count(*)`.as('rows')),
  )
  return all!.rows
}

const inserts = new Map<string, Statement<Values, unknown>>()

/** Inserts rows whose values come in the order of these columns. */
export async function insertRows(
  tx: Queries,
  name: string,
  columns: readonly string[],
  rows: readonly Values[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_QUERY) {
    const some = rows.slice(at, at + ROWS_PER_QUERY)
    await insertOf(name, columns, some.length).run(tx, some.flat())
  }
}

/** Values are bound by position, one row after the other. */
function insertOf(name: string, columns: readonly string[], count: number): Statement<Values, unknown> {
  const key = [name, count, ...columns].join(' ')
  const found = inserts.get(key)
  if (found) return found
  const made = statement((sql, p: Values) =>
    anyTable(sql)
      .insertInto(name)
      .values(
        Array.from({ length: count }, (_, i) =>
          Object.fromEntries(columns.map((column, j) => [column, p[i * columns.length + j]])),
        ),
      ),
  )
  inserts.set(key, made)
  return made
}
