import type { Page } from '#contract/dashboard/route.ts'
import { askedNumber } from '../../../rules/orders/order-number.ts'
import { isFound, isShownAt, searchedWords } from '../../../rules/orders/order-words.ts'
import { idsStarting } from '../../../rules/values/uuid.ts'
import type { Queries } from '../../../storage/engine.ts'
import {
  listOrders,
  listOrdersBetween,
  type OrderListRow,
  type OrderQuery,
} from '../../../storage/orders/order-list.ts'
import { findOrderNumbered } from '../../../storage/orders/order-numbers.ts'
import { countOrdersUnder, listOrdersUnder, type WordPlace } from '../../../storage/orders/order-words.ts'
import { cursorParts, cursorText } from '../../cursor.ts'
import { COUNTED_MOST, type List, lookThrough, orderedList, stretchOf } from '../lists/look-through.ts'
import { ageCursor, readAgeCursor } from '../lists/page.ts'

/**
 * A page of orders. Without a search text, the newest come first. With one, the order with that number comes first,
 * then the matching orders, sorted by their first word that begins with the searched one.
 */
export async function findOrders(
  db: Queries,
  storeId: string,
  { search, ...query }: OrderQuery & { search: string },
  after: string | undefined,
  limit: number,
): Promise<Page<OrderListRow>> {
  const named = idsStarting(search)
  if (named) {
    const meant = await listOrdersBetween(db, storeId, named.first, named.last, limit)
    const items = meant.filter((row) => fits(row, query))
    if (items.length > 0) return { items, next: null }
  }
  const asked = askedNumber(search)
  const found = asked && (await findOrderNumbered(db, storeId, asked.number))
  const numbered = found && fits(found, query) ? found : undefined
  if (asked?.isSurely) return { items: numbered ? [numbered] : [], next: null }
  const words = searchedWords(search)
  if (search !== '' && words.length === 0) return { items: [], next: null }
  const isNarrow = Object.values(query).some((each) => each !== undefined)
  const lists = [
    ...words.map((word) => underWord(db, storeId, word)),
    ...(words.length === 0 || isNarrow ? [byAge(db, storeId, query)] : []),
  ]
  const passes = (row: OrderListRow) => row.id !== numbered?.id && isFound(row, words) && fits(row, query)
  if (!numbered || after !== undefined) return lookThrough(lists, passes, after, limit)
  const others = await lookThrough(lists, passes, after, Math.max(1, limit - 1))
  return { ...others, items: [numbered, ...others.items] }
}

const underWord = (db: Queries, storeId: string, start: string): List<OrderListRow> => ({
  isOf: (cursor) => readWordCursor(cursor)?.word.startsWith(start) ?? false,
  count: () => countOrdersUnder(db, storeId, start, COUNTED_MOST),
  async read(after, asked) {
    const found = await listOrdersUnder(db, storeId, start, after ? readWordCursor(after) : undefined, asked)
    const seen = found.map(({ word, place, order_id, ...row }) => ({
      row,
      cursor: wordCursor({ word, place, order_id }),
      isShown: isShownAt(row, start, word),
    }))
    const { rows, next } = stretchOf(seen, asked)
    return { rows: rows.filter(({ isShown }) => isShown), next }
  },
})

const byAge = (db: Queries, storeId: string, query: OrderQuery): List<OrderListRow> =>
  orderedList({
    isOf: (cursor) => !readWordCursor(cursor),
    read: (after, asked) => listOrders(db, storeId, query, readAgeCursor(after), asked),
    cursorOf: ({ created_at, id }) => ageCursor({ at: created_at, id }),
  })

const fits = ({ status, created_at }: OrderListRow, { statuses, from, to }: OrderQuery): boolean =>
  (statuses === undefined || statuses.includes(status)) &&
  (from === undefined || created_at >= from) &&
  (to === undefined || created_at < to)

const wordCursor = ({ word, place, order_id }: WordPlace): string => cursorText(word, place, order_id)

function readWordCursor(text: string): WordPlace | undefined {
  const [word, place, order_id] = cursorParts(text)
  const isPlace = typeof word === 'string' && Number.isSafeInteger(place) && typeof order_id === 'string'
  return isPlace ? { word, place: place as number, order_id } : undefined
}
