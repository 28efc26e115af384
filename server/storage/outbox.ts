import type { Queries } from './engine.ts'
import { literal, type Sql, statement } from './statement.ts'

/** Mails of orders and letters wait in tables of their own, in the same way. */
type Outbox = 'mails' | 'letters'

const pendingIn = (sql: Sql, outbox: Outbox) =>
  sql.selectFrom(outbox).where('status', '=', literal('pending')).orderBy('due_at')

const dueIn = (outbox: Outbox) =>
  statement((sql, p: { now: number }) =>
    pendingIn(sql, outbox).select('due_at').where('due_at', '<=', p.now).limit(1),
  )

const DUE = { mails: dueIn('mails'), letters: dueIn('letters') }

/** Reads only, so that looking costs no write. */
export const hasDue = async (db: Queries, outbox: Outbox, now: number): Promise<boolean> =>
  (await DUE[outbox].first(db, { now })) !== undefined

const MOST_COUNTED = 1000

const triedIn = (outbox: Outbox) =>
  statement((sql) =>
    pendingIn(sql, outbox)
      .select(['created_at', 'last_error'])
      .where('last_error', 'is not', null)
      .limit(MOST_COUNTED),
  )

const TRIED = [triedIn('mails'), triedIn('letters')]

/** Of all stores: what waits for another try, each outbox counted up to a thousand, and why the newest of it failed. */
export async function findFailedTries(db: Queries): Promise<{ count: number; reason: string | undefined }> {
  const waiting = (await Promise.all(TRIED.map((outbox) => outbox.all(db, {})))).flat()
  const [newest] = waiting.toSorted((a, b) => b.created_at - a.created_at)
  return { count: waiting.length, reason: newest?.last_error ?? undefined }
}
