import { sql } from 'kysely'
import type { Queries } from '../engine.ts'
import { quarterOf } from '../orders/order-sums.ts'
import { statement } from '../statement.ts'
import type { LetterRow } from './mail-rows.ts'

type Said = Pick<LetterRow, 'subject' | 'data'>

interface OrderLetters {
  storeId: string
  orderId: string
  at: number
  /** The hour whose orders are counted; both ends at quarters of an hour. */
  from: number
  until: number
  most: number
  letter: Said
  /** The letter that the first order above `most` sends instead of its own. */
  more: Said
}

type Bound = { storeId: string; orderId: string; at: number; from: number; until: number; most: number } & {
  [name in 'subject' | 'data' | 'moreSubject' | 'moreData']: string
}

const insert = statement<Bound, never>((build, p) => ({
  compile: () =>
    sql<never>`
      insert into letters (id, recipient, kind, subject, data, status, attempts, due_at, created_at, about_store)
      select cast(${p.orderId} as text) || '.' || people.id, people.email, 'new order',
        case when placed <= most then cast(${p.subject} as text) else cast(${p.moreSubject} as text) end,
        case when placed <= most then cast(${p.data} as text) else cast(${p.moreData} as text) end,
        'pending', 0, at, at, members.store_id
      from members join people on people.id = members.person_id
      cross join (
        select sum(orders) as placed, cast(${p.most} as bigint) as most, cast(${p.at} as bigint) as at
        from order_sums where store_id = ${p.storeId} and quarter >= ${p.from} and quarter < ${p.until}) this_hour
      where members.store_id = ${p.storeId} and members.role = 'owner' and placed <= most + 1`.compile(build),
}))

/**
 * A letter about an order to each owner of its store. Its id is made of both, so that there is never a second one.
 * Written after the order was counted and numbered: that locks the store's row, so each order of the hour sees another
 * count.
 */
export const insertOrderLetters = (tx: Queries, { from, until, letter, more, ...rest }: OrderLetters) =>
  insert.run(tx, {
    ...rest,
    from: quarterOf(from),
    until: quarterOf(until),
    ...letter,
    moreSubject: more.subject,
    moreData: more.data,
  })
