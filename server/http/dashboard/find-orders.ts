import type { Page } from '#contract/dashboard/route.ts'
import { isFound, isShownAt, searchedWords } from '../../rules/order-words.ts'
import { idsStarting } from '../../rules/uuid.ts'
import type { Queries } from '../../storage/engine.ts'
import {
  listOrders,
  listOrdersBetween,
  type OrderListRow,
  type OrderQuery,
} from '../../storage/order-list.ts'
import { countOrdersUnder, listOrdersUnder, type WordPlace } from '../../storage/order-words.ts'
import { ageCursor, agePage, pageOf, readAgeCursor, unknownPage } from './page.ts'

const AT_ONCE = 200
/** How many orders one request looks at when few of them pass the other conditions. */
const MOST_LOOKED_AT = 2000
const COUNTED_MOST = 500

type Rows = Page<OrderListRow>

/** A page of orders. Without a text the newest come first, with one those under the first of the words that begin so. */
export async function findOrders(
  db: Queries,
  storeId: string,
  { search, ...query }: OrderQuery & { search: string },
  after: string | undefined,
  limit: number,
): Promise<Rows> {
  if (search === '') {
    return agePage(await listOrders(db, storeId, query, readAgeCursor(after), limit + 1), limit)
  }
  const named = idsStarting(search)
  if (named) {
    const items = await listOrdersBetween(db, storeId, named.first, named.last, limit)
    if (items.length > 0) return { items, next: null }
  }
  const words = searchedWords(search)
  if (words.length === 0) return { items: [], next: null }
  const list = await shortest(
    [
      ...words.map((word) => underWord(db, storeId, word)),
      ...(Object.values(query).some((each) => each !== undefined) ? [byAge(db, storeId, query)] : []),
    ],
    after,
  )
  return lookThrough(list, (row) => isFound(row, words) && fits(row, query), after, limit)
}

/** One of the lists in which every order that is asked for stands. */
interface List {
  /** Whether a page that ended there was read from this list. */
  isOf(cursor: string): boolean
  /** How long it is, as far as that needs to be known. */
  count(): Promise<number>
  read(after: string | undefined): Promise<{ row: OrderListRow; cursor: string; repeats?: boolean }[]>
}

const underWord = (db: Queries, storeId: string, start: string): List => ({
  isOf: (cursor) => readWordCursor(cursor)?.word.startsWith(start) ?? false,
  count: () => countOrdersUnder(db, storeId, start, COUNTED_MOST),
  async read(after) {
    const rows = await listOrdersUnder(db, storeId, start, after ? readWordCursor(after) : undefined, AT_ONCE)
    return rows.map(({ word, place, order_id, ...row }) => ({
      row,
      cursor: wordCursor({ word, place, order_id }),
      repeats: !isShownAt(row, start, word),
    }))
  },
})

const byAge = (db: Queries, storeId: string, query: OrderQuery): List => {
  const read = (after: string | undefined, limit: number) =>
    listOrders(db, storeId, query, readAgeCursor(after), limit)
  return {
    isOf: (cursor) => !readWordCursor(cursor),
    count: async () => (await read(undefined, COUNTED_MOST)).length,
    read: async (after) =>
      (await read(after, AT_ONCE)).map((row) => ({
        row,
        cursor: ageCursor({ at: row.created_at, id: row.id }),
      })),
  }
}

/** The list that the page before was read from, else the shortest. */
async function shortest(lists: List[], after: string | undefined): Promise<List> {
  if (after !== undefined) {
    const followed = lists.find((list) => list.isOf(after))
    if (!followed) throw unknownPage()
    return followed
  }
  const counts = lists.length > 1 ? await Promise.all(lists.map((list) => list.count())) : [0]
  return lists[counts.indexOf(Math.min(...counts))]!
}

async function lookThrough(
  list: List,
  passes: (row: OrderListRow) => boolean,
  after: string | undefined,
  limit: number,
): Promise<Rows> {
  const found: { row: OrderListRow; cursor: string }[] = []
  let cursor = after
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
    const stretch = await list.read(cursor)
    found.push(...stretch.filter(({ row, repeats }) => !repeats && passes(row)))
    const { items, next } = pageOf(found, limit, (last) => last.cursor)
    const isEnd = stretch.length < AT_ONCE
    if (next !== null || isEnd) return { items: items.map(({ row }) => row), next }
    cursor = stretch.at(-1)!.cursor
  }
  return { items: found.map(({ row }) => row), next: cursor ?? null }
}

const fits = ({ status, created_at }: OrderListRow, { status: wanted, from, to }: OrderQuery): boolean =>
  (wanted === undefined || status === wanted) &&
  (from === undefined || created_at >= from) &&
  (to === undefined || created_at < to)

const wordCursor = ({ word, place, order_id }: WordPlace): string =>
  Buffer.from(JSON.stringify([word, place, order_id])).toString('base64url')

function readWordCursor(text: string): WordPlace | undefined {
  try {
    const [word, place, order_id] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const isPlace = typeof word === 'string' && Number.isSafeInteger(place) && typeof order_id === 'string'
    return isPlace ? { word, place, order_id } : undefined
  } catch {
    return undefined
  }
}
