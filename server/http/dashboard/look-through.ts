import type { Page } from '#contract/dashboard/route.ts'
import type { Soon } from '../../storage/soon.ts'
import { pageOf, unknownPage } from './page.ts'

const AT_ONCE = 200
/** How many rows one request looks at when few of them pass the other conditions. */
const MOST_LOOKED_AT = 2000
/** How far lists are counted: enough to tell a short one from a long one. */
export const COUNTED_MOST = 500

interface Seen<Row> {
  row: Row
  cursor: string
}

/** One of the lists in which every row that is asked for stands, in the order of an index. */
export interface List<Row> {
  /** Whether a page that ended there was read from this list. */
  isOf(cursor: string): boolean
  /** How long it is, up to COUNTED_MOST. */
  count(): Promise<number>
  /** So many rows behind the cursor, without those it shows elsewhere; `next` is null at the list's end. */
  read(after: string | undefined, rows: number): Promise<{ rows: Seen<Row>[]; next: string | null }>
}

/** A stretch of a list of which every row has a cursor of its own. */
export const stretchOf = <S extends Seen<unknown>>(seen: S[], asked: number) => ({
  rows: seen,
  next: seen.length < asked ? null : seen.at(-1)!.cursor,
})

/** A list that the database keeps in this order, with nothing in it that is not shown. */
export const orderedList = <Row>({
  isOf,
  read,
  cursorOf,
}: Pick<List<Row>, 'isOf'> & {
  read(after: string | undefined, asked: number): Soon<Row[]>
  cursorOf(row: Row): string
}): List<Row> => ({
  isOf,
  count: async () => (await read(undefined, COUNTED_MOST)).length,
  read: async (after, asked) =>
    stretchOf(
      (await read(after, asked)).map((row) => ({ row, cursor: cursorOf(row) })),
      asked,
    ),
})

/**
 * A page of what stands in all the lists: the shortest is read and the others are judged row by row, a bounded number in
 * one request, so that a store of any size answers alike. The page then says where to go on.
 */
export async function lookThrough<Row>(
  lists: readonly List<Row>[],
  passes: (row: Row) => boolean,
  after: string | undefined,
  limit: number,
): Promise<Page<Row>> {
  const list = after === undefined ? await shortest(lists) : lists.find((each) => each.isOf(after))
  if (!list) throw unknownPage()
  const found: Seen<Row>[] = []
  let cursor = after
  let asked = limit + 1
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += asked) {
    const { rows, next } = await list.read(cursor, asked)
    found.push(...rows.filter(({ row }) => passes(row)))
    const page = pageOf(found, limit, (last) => last.cursor)
    if (page.next !== null || next === null) return rowsOf(page)
    cursor = next
    asked = AT_ONCE
  }
  return rowsOf({ items: found, next: cursor ?? null })
}

const rowsOf = <Row>({ items, next }: Page<Seen<Row>>): Page<Row> => ({
  items: items.map(({ row }) => row),
  next,
})

async function shortest<Row>(lists: readonly List<Row>[]): Promise<List<Row> | undefined> {
  if (lists.length < 2) return lists[0]
  const counts = await Promise.all(lists.map((list) => list.count()))
  return lists[counts.indexOf(Math.min(...counts))]
}
