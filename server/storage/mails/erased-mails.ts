import { sql as raw } from 'kysely'
import { anyLetterAbout } from '../../rules/mails/letter-names.ts'
import type { Queries } from '../engine.ts'
import { literal, rowsOf, statement } from '../statement.ts'
import type { MailRow } from './mail-rows.ts'

type OrderKey = Pick<MailRow, 'store_id' | 'order_id'>

const held = statement((sql, p: OrderKey, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('mails')
      .select(['status', 'due_at'])
      .where('store_id', '=', p.store_id)
      .where('order_id', '=', p.order_id),
  ),
)

const blank = statement((sql, p: OrderKey) =>
  sql
    .updateTable('mails')
    .set({ about: null })
    .where('store_id', '=', p.store_id)
    .where('order_id', '=', p.order_id),
)

const giveUp = statement((sql, p: OrderKey & { reason: string }) =>
  sql
    .updateTable('mails')
    .set({ status: 'failed', last_error: p.reason })
    .where('store_id', '=', p.store_id)
    .where('order_id', '=', p.order_id)
    .where('status', '<>', literal('sent')),
)

/**
 * Keeps of an order's mails only their rows and whether they were sent: a mail server's refusal names the customer's
 * address. Returns what they were before.
 */
export async function eraseMails(tx: Queries, order: OrderKey, reason: string) {
  const before = await held.all(tx, order)
  await Promise.all([blank.run(tx, order), giveUp.run(tx, { ...order, reason })])
  return before
}

/**
 * Removes the letters about these orders and payments that wait to be sent, and the letters of these ids, sent or not.
 * Returns what they were.
 */
export async function removeLetters(
  tx: Queries,
  storeId: string,
  { about, ids }: { about: readonly string[]; ids: readonly string[] },
) {
  const begins = about.map((id) => raw<boolean>`id like ${anyLetterAbout(id)}`)
  const waiting = await rowsOf(tx, (sql) =>
    sql
      .deleteFrom('letters')
      .where('status', '=', literal('pending'))
      .where('about_store', '=', storeId)
      .where(({ or }) => or(begins))
      .returning(['status', 'due_at']),
  )
  const named = await rowsOf(tx, (sql) =>
    sql.deleteFrom('letters').where('id', 'in', ids).returning(['status', 'due_at']),
  )
  return [...waiting, ...named]
}
