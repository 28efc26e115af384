import type { Queries } from './engine.ts'
import { literal, type Sql, statement } from './statement.ts'

const MOST_COUNTED = 1000

const triedIn = (table: 'mails' | 'letters') =>
  statement((sql: Sql) =>
    sql
      .selectFrom(table)
      .select(['created_at', 'last_error'])
      .where('status', '=', literal('pending'))
      .where('last_error', 'is not', null)
      .orderBy('due_at')
      .limit(MOST_COUNTED),
  )

const OUTBOXES = [triedIn('mails'), triedIn('letters')]

/** Of all stores: what waits for another try, each outbox counted up to a thousand, and why the newest of it failed. */
export async function findFailedTries(db: Queries): Promise<{ count: number; reason: string | undefined }> {
  const waiting = (await Promise.all(OUTBOXES.map((outbox) => outbox.all(db, {})))).flat()
  const [newest] = waiting.toSorted((a, b) => b.created_at - a.created_at)
  return { count: waiting.length, reason: newest?.last_error ?? undefined }
}
