import { sql as raw } from 'kysely'
import { lateBefore } from '../../rules/mails/mail-retries.ts'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { isClaimed } from '../is-claimed.ts'
import { literal, pick, statement } from '../statement.ts'
import type { MailRow } from './mail-rows.ts'

const NEW_COLUMNS = [
  'store_id',
  'order_id',
  'kind',
  'status',
  'attempts',
  'due_at',
  'created_at',
  'about',
] as const

const COLUMNS = columnsOf<MailRow>()([...NEW_COLUMNS, 'last_error', 'sent_at', 'sent_before'])

type NewMail = Omit<MailRow, 'last_error' | 'sent_at' | 'sent_before'>

const insert = statement((sql, p: NewMail) =>
  sql
    .insertInto('mails')
    .values(pick(p, NEW_COLUMNS))
    .onConflict((conflict) => conflict.columns(['store_id', 'order_id', 'kind']).doNothing()),
)

/** At most one mail per order and change: a second insert does nothing. */
export function queueMail(
  tx: Queries,
  mail: Pick<MailRow, 'store_id' | 'order_id' | 'kind' | 'about'>,
  at: number,
) {
  return insert.run(tx, { ...mail, status: 'pending', attempts: 0, due_at: at, created_at: at })
}

const claim = statement((sql, p: { now: number; late: number; lease: number; limit: number }, dialect) =>
  sql
    .updateTable('mails')
    .set((column) => ({ attempts: column('attempts', '+', 1), due_at: p.lease }))
    .where(
      isClaimed(
        dialect,
        ['store_id', 'order_id', 'kind'],
        sql
          .selectFrom('mails')
          .where('status', '=', literal('pending'))
          .where('due_at', '<=', p.now)
          .where('due_at', '>=', p.late)
          .orderBy('due_at')
          .limit(p.limit),
      ),
    )
    .returning(COLUMNS),
)

/** Claims mails to send. Until the lease ends no other sender takes them; after that any may, if this one died. */
export const claimMails = (db: Queries, now: number, lease: number, limit: number) =>
  claim.all(db, { now, late: lateBefore(now), lease, limit })

type Key = Pick<MailRow, 'store_id' | 'order_id' | 'kind'>

const sent = statement((sql, p: Key & { at: number }) =>
  sql
    .updateTable('mails')
    .set({ status: 'sent', last_error: null, sent_at: p.at })
    .where('store_id', '=', p.store_id)
    .where('order_id', '=', p.order_id)
    .where('kind', '=', p.kind),
)

/** Also after the lease has ended: the mail was sent and must not be sent again. */
export const markMailSent = (db: Queries, mail: Key & { at: number }) => sent.run(db, mail)

type Setback = Key & Pick<MailRow, 'status' | 'due_at' | 'last_error'> & { lease: number }

const setback = statement((sql, p: Setback) =>
  sql
    .updateTable('mails')
    .set(pick(p, ['status', 'due_at', 'last_error']))
    .where('store_id', '=', p.store_id)
    .where('order_id', '=', p.order_id)
    .where('kind', '=', p.kind)
    .where('status', '=', 'pending')
    .where('due_at', '=', p.lease),
)

/** Only while the lease is held: a sender that claimed the mail after that decides about it. */
export const markMailSetback = (db: Queries, failed: Setback) => setback.run(db, failed)

const again = statement((sql, p: Key & { at: number }) =>
  sql
    .updateTable('mails')
    .set({ status: 'pending', attempts: 0, due_at: p.at, last_error: null, sent_at: null })
    .set(
      'sent_before',
      raw<string>`case when sent_at is null then sent_before else sent_before || sent_at || ' ' end`,
    )
    .where('store_id', '=', p.store_id)
    .where('order_id', '=', p.order_id)
    .where('kind', '=', p.kind)
    .where('status', '<>', 'pending')
    .returning('kind'),
)

/** False if there is no such mail, or it already waits to be sent. */
export const requeueMail = async (tx: Queries, mail: Key & { at: number }): Promise<boolean> =>
  (await again.first(tx, mail)) !== undefined

const latest = statement((sql, p: { limit: number }) =>
  sql.selectFrom('mails').select(COLUMNS).orderBy('created_at', 'desc').limit(p.limit),
)

/** Across all stores, for the list at /dev/mail. */
export const listLatestMails = (db: Queries, limit: number) => latest.all(db, { limit })

const one = statement((sql, p: { orderId: string; kind: string }) =>
  sql.selectFrom('mails').select(COLUMNS).where('order_id', '=', p.orderId).where('kind', '=', p.kind),
)

export const findMail = (db: Queries, orderId: string, kind: string) => one.first(db, { orderId, kind })
