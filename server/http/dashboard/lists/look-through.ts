import type { Page } from '#contract/dashboard/route.ts'
import type { MaybePromise } from '../../../storage/maybe-promise.ts'
import { pageOf, unknownPage } from './page.ts'

const MOST_AT_ONCE = 200
/** A smaller sample says too little about the rest of a list. */
const LEAST_AT_ONCE = 20
/** Some rows too many are cheaper than another query. */
const AMPLE = 1.5
/** How many rows one request looks at when few of them pass the other conditions. */
const MOST_LOOKED_AT = 2000
/** How far lists are counted: enough to tell a short one from a long one. */
export const COUNTED_MOST = 200

interface Seen<Row> {
  row: Row
  cursor: string
}

/** A list in the order of an index, which contains at least every row that is asked for. */
export interface List<Row> {
  /** Whether the cursor is from a page of this list. */
  isOf(cursor: string): boolean
  /** How long it is, up to COUNTED_MOST. */
  count(): Promise<number>
  /**
   * Up to `rows` rows after the cursor, without those that the list shows at another place; `next` is null at its end.
   */
  read(after: string | undefined, rows: number): Promise<{ rows: Seen<Row>[]; next: string | null }>
}

/** The answer of `read` for a list in which every row has a cursor of its own. */
export const stretchOf = <S extends Seen<unknown>>(seen: S[], asked: number) => ({
  rows: seen,
  next: seen.length < asked ? null : seen.at(-1)!.cursor,
})

/** A list whose index is in this order and contains no row that is not shown. */
export const orderedList = <Row>({
  isOf,
  read,
  cursorOf,
}: Pick<List<Row>, 'isOf'> & {
  read(after: string | undefined, asked: number): MaybePromise<Row[]>
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

/** How far a list was read. */
interface Way<Row> {
  list: List<Row>
  cursor: string | undefined
  /** Those of the rows looked at that passed. */
  found: Seen<Row>[]
  looked: number
  /** The page is full, or the list at its end. */
  isDone: boolean
}

const wayAlong = <Row>(list: List<Row>, cursor?: string): Way<Row> => ({
  list,
  cursor,
  found: [],
  looked: 0,
  isDone: false,
})

/**
 * A page of the rows that are in all the lists. One list is read, and each of its rows is tested against the other
 * conditions. A request tests a bounded number of rows, so that its time does not grow with the store; the page's
 * cursor says where to continue. Usually the first rows of one of the lists fill the page. Otherwise the list of which
 * most rows passed is read further or, if none passed, the shortest list.
 */
export async function lookThrough<Row>(
  lists: readonly List<Row>[],
  passes: (row: Row) => boolean,
  after: string | undefined,
  limit: number,
): Promise<Page<Row>> {
  const goOn = (way: Way<Row>, most: number) => follow(way, passes, limit, most)
  if (after !== undefined) {
    const list = lists.find((each) => each.isOf(after))
    if (!list) throw unknownPage()
    return pageAt(await goOn(wayAlong(list, after), MOST_LOOKED_AT), limit)
  }
  const ways = lists.map((list) => wayAlong(list))
  for (const way of ways.length > 1 ? ways : []) {
    await goOn(way, 1)
    if (way.isDone) return pageAt(way, limit)
  }
  const [best] = ways.toSorted((one, other) => other.found.length - one.found.length)
  const way = best!.found.length > 0 ? best! : await shortest(ways)
  return pageAt(await goOn(way, MOST_LOOKED_AT), limit)
}

/** Reads on until the way is done or `most` rows have been looked at. */
async function follow<Row>(way: Way<Row>, passes: (row: Row) => boolean, limit: number, most: number) {
  while (!way.isDone && way.looked < most) {
    const asked = rowsToAsk(way, limit)
    const { rows, next } = await way.list.read(way.cursor, asked)
    way.found.push(...rows.filter(({ row }) => passes(row)))
    way.looked += asked
    way.cursor = next ?? undefined
    way.isDone = next === null || way.found.length > limit
  }
  return way
}

/**
 * At first a page. Then as many rows as should fill the page if they pass as often as so far; if none has passed, as if
 * one had.
 */
function rowsToAsk({ found, looked }: Way<unknown>, limit: number): number {
  if (looked === 0) return Math.max(limit + 1, LEAST_AT_ONCE)
  const missing = limit + 1 - found.length
  return Math.min(MOST_AT_ONCE, Math.ceil((missing * AMPLE * looked) / Math.max(found.length, 1)))
}

function pageAt<Row>({ found, cursor, isDone }: Way<Row>, limit: number): Page<Row> {
  const { items, next } = pageOf(found, limit, (last) => last.cursor)
  return { items: items.map(({ row }) => row), next: isDone ? next : (cursor ?? null) }
}

async function shortest<Row>(ways: readonly Way<Row>[]): Promise<Way<Row>> {
  if (ways.length < 2) return ways[0]!
  const counts = await Promise.all(ways.map(({ list }) => list.count()))
  return ways[counts.indexOf(Math.min(...counts))]!
}
