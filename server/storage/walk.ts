import { sql as raw } from 'kysely'
import type { Queries } from './engine.ts'
import { rowsOf } from './statement.ts'

/** A row's place in a list of the newest first. */
export interface Place {
  at: number
  id: string
}

/** How many rows one query may look through when a filter finds little: a hundredth of a second or two. */
const ROWS_AT_ONCE = 5000
/** How many such queries one request may make. */
const MOST_QUERIES = 10

export interface Found<Row> {
  rows: Row[]
  /** Where the search stopped although there may be more; undefined when it came to the end or filled the page. */
  stoppedAt: Place | undefined
}

/**
 * Reads a filtered list newest first, a bounded stretch at a time, so that a filter that matches little holds nobody up
 * in a store of any size. Between the stretches other requests have their turn.
 */
export async function walk<Row extends { created_at: number; id: string }>(
  db: Queries,
  table: 'products' | 'orders',
  storeId: string,
  { after, limit }: { after: Place | undefined; limit: number },
  read: (from: Place | undefined, to: Place | undefined, limit: number) => Promise<Row[]>,
): Promise<Found<Row>> {
  const rows: Row[] = []
  let from = after
  for (let query = 0; query < MOST_QUERIES; query++) {
    const to = await placeFurther(db, table, storeId, from)
    rows.push(...(await read(from, to, limit - rows.length)))
    if (rows.length >= limit || !to) return { rows, stoppedAt: undefined }
    from = to
    await new Promise((turn) => setImmediate(turn))
  }
  return { rows, stoppedAt: from }
}

/** The last row of the stretch that begins behind `from`; undefined when the list ends before. */
async function placeFurther(
  db: Queries,
  table: 'products' | 'orders',
  storeId: string,
  from: Place | undefined,
): Promise<Place | undefined> {
  const [row] = await rowsOf(db, (sql) =>
    sql
      .selectFrom(table)
      .select(['created_at', 'id'])
      .where('store_id', '=', storeId)
      .where(between(from, undefined))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(ROWS_AT_ONCE - 1)
      .limit(1),
  )
  return row && { at: row.created_at, id: row.id }
}

/** Behind `from` and not beyond `to`. */
export function between(from: Place | undefined, to: Place | undefined) {
  const behind = from ? raw<boolean>`(created_at, id) < (${from.at}, ${from.id})` : raw<boolean>`1 = 1`
  return to ? raw<boolean>`${behind} and (created_at, id) >= (${to.at}, ${to.id})` : behind
}

/** A pattern for `like` that finds the text anywhere, with its own signs taken as they are. */
export const containing = (text: string): string =>
  `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

export const contains = (column: string, text: string) =>
  raw<boolean>`lower(${raw.ref(column)}) like ${containing(text)} escape '\\'`
