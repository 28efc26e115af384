import type { Page } from '#contract/dashboard/route.ts'
import type { Soon } from '../../../storage/soon.ts'
import { pageOf, unknownPage } from './page.ts'

const MOST_AT_ONCE = 200
/** Fewer tell too little about the others of a list. */
const LEAST_AT_ONCE = 20
/** Rather some rows too many than another question. */
const AMPLE = 1.5
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

/** How far a list was read. */
interface Way<Row> {
  list: List<Row>
  cursor: string | undefined
  /** What has passed of the rows that were looked at. */
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
 * A page of the rows that stand in all the lists. One list is read and its rows are judged one by one, a bounded number
 * in one request, so that a store of any size answers alike; the page then says where to go on. Usually the first rows
 * of one of the lists fill the page. Otherwise it goes on with the list of which most rows passed, or, where none did,
 * with the shortest.
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

/** Reads on until it is done or has looked at so many rows. */
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

/** A page at first, then what should fill it, if as many of the rows pass as so far, or one of them had. */
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
