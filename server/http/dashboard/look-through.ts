import type { Page } from '#contract/dashboard/route.ts'
import type { Soon } from '../../storage/soon.ts'
import { pageOf, unknownPage } from './page.ts'

const MOST_AT_ONCE = 200
/** Each stretch is so many times as long as the one before: where a page does not fill at once, few rows pass. */
const LONGER = 4
/** How many rows one request looks at when few of them pass the other conditions. */
const MOST_LOOKED_AT = 2000
/** How far lists are counted: enough to tell a short one from a long one. */
export const COUNTED_MOST = 200

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
 * A page of what stands in all the lists: one is read and the others are judged row by row, a bounded number in one
 * request, so that a store of any size answers alike. The page then says where to go on. Mostly the first rows of one of
 * the lists fill it; else the list goes on of which most rows passed, or where none did the shortest.
 */
export async function lookThrough<Row>(
  lists: readonly List<Row>[],
  passes: (row: Row) => boolean,
  after: string | undefined,
  limit: number,
): Promise<Page<Row>> {
  if (after !== undefined) {
    const list = lists.find((each) => each.isOf(after))
    if (!list) throw unknownPage()
    return (await follow(list, passes, after, limit, MOST_LOOKED_AT)).page
  }
  let best: List<Row> | undefined
  let passed = 0
  for (const list of lists.length > 1 ? lists : []) {
    const { page, isDone } = await follow(list, passes, after, limit, limit + 1)
    if (isDone) return page
    if (page.items.length > passed) best = list
    passed = Math.max(passed, page.items.length)
  }
  return (await follow(best ?? (await shortest(lists)), passes, after, limit, MOST_LOOKED_AT)).page
}

/** Reads until the page is full or the list at its end, which is to be done; or until so many rows were looked at. */
async function follow<Row>(
  list: List<Row>,
  passes: (row: Row) => boolean,
  after: string | undefined,
  limit: number,
  most: number,
): Promise<{ page: Page<Row>; isDone: boolean }> {
  const found: Seen<Row>[] = []
  let cursor = after
  let asked = limit + 1
  for (let looked = 0; looked < most; looked += asked) {
    if (looked > 0) asked = Math.min(MOST_AT_ONCE, asked * LONGER)
    const { rows, next } = await list.read(cursor, asked)
    found.push(...rows.filter(({ row }) => passes(row)))
    const page = pageOf(found, limit, (last) => last.cursor)
    if (page.next !== null || next === null) return { page: rowsOf(page), isDone: true }
    cursor = next
  }
  return { page: rowsOf({ items: found, next: cursor ?? null }), isDone: false }
}

const rowsOf = <Row>({ items, next }: Page<Seen<Row>>): Page<Row> => ({
  items: items.map(({ row }) => row),
  next,
})

async function shortest<Row>(lists: readonly List<Row>[]): Promise<List<Row>> {
  if (lists.length < 2) return lists[0]!
  const counts = await Promise.all(lists.map((list) => list.count()))
  return lists[counts.indexOf(Math.min(...counts))]!
}
