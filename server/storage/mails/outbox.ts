import { sql as raw } from 'kysely'
import { lateBefore } from '../../rules/mails/mail-retries.ts'
import type { Queries } from '../engine.ts'
import { literal, type Sql, statement } from '../statement.ts'

/** Mails about orders and letters wait in two tables, which work alike. */
type Outbox = 'mails' | 'letters'

const pendingIn = (sql: Sql, outbox: Outbox) =>
  sql.selectFrom(outbox).where('status', '=', literal('pending')).orderBy('due_at')

/** For letters only: the link in one may expire before it is sent. */
export const leadsSomewhere = (now: number) => raw<boolean>`(expires_at is null or expires_at > ${now})`

const dueIn = (outbox: Outbox) =>
  statement((sql, p: { now: number; late: number }) =>
    pendingIn(sql, outbox)
      .select('due_at')
      .where('due_at', '<=', p.now)
      .where('due_at', '>=', p.late)
      .$if(outbox === 'letters', (due) => due.where(leadsSomewhere(p.now)))
      .limit(1),
  )

const DUE = { mails: dueIn('mails'), letters: dueIn('letters') }

/** Read before claiming, so that a worker with nothing to send writes nothing. */
export const hasDue = async (db: Queries, outbox: Outbox, now: number): Promise<boolean> =>
  (await DUE[outbox].first(db, { now, late: lateBefore(now) })) !== undefined

const MOST_COUNTED = 1000

const triedIn = (outbox: Outbox) =>
  statement((sql) =>
    pendingIn(sql, outbox)
      .select(['created_at', 'last_error'])
      .where('last_error', 'is not', null)
      .limit(MOST_COUNTED),
  )

const TRIED = [triedIn('mails'), triedIn('letters')]

/** Across all stores: how much waits for a retry, up to a thousand of each outbox, and why the newest of it failed. */
export async function findFailedTries(db: Queries): Promise<{ count: number; reason: string | undefined }> {
  const waiting = (await Promise.all(TRIED.map((outbox) => outbox.all(db, {})))).flat()
  const [newest] = waiting.toSorted((a, b) => b.created_at - a.created_at)
  return { count: waiting.length, reason: newest?.last_error ?? undefined }
}

const failedIn = (outbox: Outbox) =>
  statement((sql, p: { since: number }) =>
    sql
      .selectFrom(outbox)
      .select(['due_at', 'last_error'])
      .where('status', '=', literal('failed'))
      .where('due_at', '>=', p.since)
      .orderBy('due_at', 'desc')
      .limit(MOST_COUNTED),
  )

const FAILED = [failedIn('mails'), failedIn('letters')]

/** Across all stores: why mails due since then are given up, newest first, a thousand of each outbox at most. */
export async function listFailures(db: Queries, since: number): Promise<string[]> {
  const failed = (await Promise.all(FAILED.map((outbox) => outbox.all(db, { since })))).flat()
  return failed.toSorted((a, b) => b.due_at - a.due_at).map(({ last_error }) => last_error ?? '')
}

/** So many are given up per transaction, so that no other waits long. */
const PART = 1000

const lateIn = (outbox: Outbox, key: string[], forgotten = raw``) =>
  statement<{ late: number; reason: string }, unknown>((build, p) => {
    const columns = raw.join(key.map((name) => raw.ref(name)))
    const isLate = raw`status = 'pending' and due_at < ${p.late}`
    const givenUp = raw`
      update ${raw.table(outbox)} set status = 'failed', last_error = ${p.reason} ${forgotten}
      where (${columns}) in (
        select ${columns} from ${raw.table(outbox)} where ${isLate} order by due_at limit ${raw.lit(PART)})
      and ${isLate} returning 1`
    return { compile: () => givenUp.compile(build) }
  })

const LATE = [lateIn('mails', ['store_id', 'order_id', 'kind']), lateIn('letters', ['id'], raw`, data = ''`)]

/** Gives up what was due before `late`. Returns how many, and whether there may be more. */
export async function giveUpLate(db: Queries, late: number, reason: string) {
  const counts: number[] = []
  for (const outbox of LATE) counts.push((await outbox.all(db, { late, reason })).length)
  return { count: counts.reduce((sum, count) => sum + count), hasMore: counts.includes(PART) }
}
