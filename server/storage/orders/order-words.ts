import { sql as raw } from 'kysely'
import { orderWords } from '../../rules/orders/order-words.ts'
import { endOfPrefix } from '../end-of-prefix.ts'
import type { Queries } from '../engine.ts'
import type { OrderRow, OrderWordRow } from '../schema.ts'
import { literal, pick, rowsOf, statement, statementPerCount } from '../statement.ts'
import { ORDER_LINE } from './order-list.ts'

type Words = Omit<OrderWordRow, 'word'> & { [word: `word${number}`]: string }

/** An order that has the word already is no error. */
const insertOf = statementPerCount((sql, p: Words, indexes) =>
  sql
    .insertInto('order_words')
    .values(
      indexes.map((i) => ({
        ...pick(p, ['store_id', 'place', 'order_id']),
        word: p[`word${i}`]!,
      })),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

const FOUND_BY = [
  'store_id',
  'id',
  'created_at',
  'customer_name',
  'customer_email',
  'customer_phone',
  'pincode',
  'product_name',
] as const

type Findable = Pick<OrderRow, (typeof FOUND_BY)[number]>

export async function insertOrderWords(tx: Queries, order: Findable) {
  const words = orderWords(order)
  if (words.length === 0) return
  const named = Object.fromEntries(words.map((word, i) => [`word${i}`, word]))
  const { store_id, id: order_id, created_at } = order
  await insertOf(words.length).run(tx, { ...named, store_id, order_id, place: -created_at })
}

const removeOf = statementPerCount((sql, p: Words, indexes) =>
  sql
    .deleteFrom('order_words')
    .where('store_id', '=', p.store_id)
    .where(
      'word',
      'in',
      indexes.map((i) => p[`word${i}`]!),
    )
    .where('place', '=', p.place)
    .where('order_id', '=', p.order_id),
)

/** Replaces the order's former words by those of its present state. */
export async function rewriteOrderWords(tx: Queries, before: Findable, after: Findable) {
  const kept = orderWords(after)
  const gone = orderWords(before).filter((word) => !kept.includes(word))
  const { store_id, id: order_id, created_at } = before
  const named = Object.fromEntries(gone.map((word, i) => [`word${i}`, word]))
  await Promise.all([
    gone.length > 0 && removeOf(gone.length).run(tx, { ...named, store_id, order_id, place: -created_at }),
    insertOrderWords(tx, after),
  ])
}

/** Claims orders that were made before there were words; no other process gets the same ones. */
export const claimUnwordedOrders = (tx: Queries, limit: number) =>
  rowsOf(tx, (sql, dialect) =>
    dialect.claimRows(
      sql.selectFrom('orders').select(FOUND_BY).where('worded', '=', literal(0)).limit(limit),
    ),
  )

const mark = statement((sql, p: { storeId: string; id: string }) =>
  sql.updateTable('orders').set({ worded: 1 }).where('store_id', '=', p.storeId).where('id', '=', p.id),
)

export const markWorded = (tx: Queries, storeId: string, id: string) => mark.run(tx, { storeId, id })

/** The place of a page's last row, after which the next page begins. */
export type WordPlace = Pick<OrderWordRow, 'word' | 'place' | 'order_id'>

const startingWith = (start: string) => raw<boolean>`word >= ${start} and word < ${endOfPrefix(start)}`

const comesAfter = ({ word, place, order_id }: WordPlace) =>
  raw<boolean>`(word, place, order_id) > (${word}, ${place}, ${order_id})`

/** Orders with a word that begins with `start`: by word, then newest first. Two such words list an order twice. */
export const listOrdersUnder = (
  db: Queries,
  storeId: string,
  start: string,
  after: WordPlace | undefined,
  limit: number,
) =>
  rowsOf(db, (sql) => {
    const all = sql
      .selectFrom('order_words')
      .innerJoin('orders', (join) =>
        join
          .onRef('orders.store_id', '=', 'order_words.store_id')
          .onRef('orders.id', '=', 'order_words.order_id'),
      )
      .select(['word', 'place', 'order_id', ...ORDER_LINE])
      .where('order_words.store_id', '=', storeId)
      .where(startingWith(start))
    const rest = after ? all.where(comesAfter(after)) : all
    return rest.orderBy('word').orderBy('place').orderBy('order_id').limit(limit)
  })

/**
 * How many rows have a word that begins with `start`, counted up to `most`: enough to tell a rare one from a common.
 */
export async function countOrdersUnder(db: Queries, storeId: string, start: string, most: number) {
  const rows = await rowsOf(db, (sql) =>
    sql
      .selectFrom('order_words')
      .select('place')
      .where('store_id', '=', storeId)
      .where(startingWith(start))
      .limit(most),
  )
  return rows.length
}
