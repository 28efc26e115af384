import { sql as raw } from 'kysely'
import { lateBefore } from '../../rules/mails/mail-retries.ts'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { isClaimed } from '../is-claimed.ts'
import { deletionOfOld, forgetPart } from '../old-rows.ts'
import { literal, pick, statement } from '../statement.ts'
import type { LetterRow } from './mail-rows.ts'
import { leadsSomewhere } from './outbox.ts'

const NEW_COLUMNS = [
  'id',
  'recipient',
  'kind',
  'subject',
  'data',
  'status',
  'attempts',
  'due_at',
  'created_at',
  'about_store',
  'expires_at',
  'invitation_id',
] as const

const COLUMNS = columnsOf<LetterRow>()([...NEW_COLUMNS, 'last_error', 'sent_at'])

type NewLetter = Omit<LetterRow, 'last_error' | 'sent_at'>

const insert = statement((sql, p: NewLetter) =>
  sql
    .insertInto('letters')
    .values(pick(p, NEW_COLUMNS))
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

/** Does nothing if there is a letter of that id already. */
export const insertLetter = (tx: Queries, letter: NewLetter) => insert.run(tx, letter)

const claimFrom = (end: 'asc' | 'desc') =>
  statement((sql, p: { now: number; late: number; lease: number }, dialect) =>
    sql
      .updateTable('letters')
      .set((column) => ({ attempts: column('attempts', '+', 1), due_at: p.lease }))
      .where(
        isClaimed(
          dialect,
          ['id'],
          sql
            .selectFrom('letters')
            .where('status', '=', literal('pending'))
            .where('due_at', '<=', p.now)
            .where('due_at', '>=', p.late)
            .where(leadsSomewhere(p.now))
            .orderBy('due_at', end)
            .limit(1),
        ),
      )
      .returning(COLUMNS),
  )

/** At most so many are claimed at once, so that neither letters nor mails wait for a backlog of the other. */
export const MOST_LETTERS = 2

const claimOldest = claimFrom('asc')
const claimNewest = claimFrom('desc')

/**
 * Claims two letters to send, for as long as the lease lasts: the one that has been due longest, and the one that fell
 * due last, so that a person who waits for a link does not wait for a backlog of notices.
 */
export async function claimLetters(db: Queries, now: number, lease: number): Promise<LetterRow[]> {
  const due = { now, late: lateBefore(now), lease }
  const oldest = await claimOldest.all(db, due)
  return [...oldest, ...(await claimNewest.all(db, due))]
}

const ended = statement((sql, p: { now: number; reason: string }) =>
  sql
    .updateTable('letters')
    .set({ status: 'failed', last_error: p.reason, data: '' })
    .where('status', '=', literal('pending'))
    .where('due_at', '<=', p.now)
    .where('expires_at', '<=', p.now)
    .returning('id'),
)

/** Gives up letters whose links have expired, and returns how many. */
export const giveUpEndedLetters = async (db: Queries, now: number, reason: string): Promise<number> =>
  (await ended.all(db, { now, reason })).length

const sent = statement((sql, p: { id: string; at: number }) =>
  sql
    .updateTable('letters')
    .set({ status: 'sent', last_error: null, sent_at: p.at, data: '' })
    .where('id', '=', p.id),
)

/** Also after the lease has ended, as with mails. Erases the content. */
export const markLetterSent = (db: Queries, letter: { id: string; at: number }) => sent.run(db, letter)

type Setback = Pick<LetterRow, 'id' | 'data' | 'status' | 'due_at' | 'last_error'> & { lease: number }

const setback = statement((sql, p: Setback) =>
  sql
    .updateTable('letters')
    .set(pick(p, ['data', 'status', 'due_at', 'last_error']))
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('due_at', '=', p.lease),
)

/** Only while the lease is held. */
export const markLetterSetback = (db: Queries, failed: Setback) => setback.run(db, failed)

const latest = statement((sql, p: { limit: number }) =>
  sql.selectFrom('letters').select(COLUMNS).orderBy('created_at', 'desc').limit(p.limit),
)

export const listLatestLetters = (db: Queries, limit: number) => latest.all(db, { limit })

const one = statement((sql, p: { id: string }) =>
  sql.selectFrom('letters').select(COLUMNS).where('id', '=', p.id),
)

export const findLetter = (db: Queries, id: string) => one.first(db, { id })

const old = deletionOfOld('letters', ['id'], 'created_at', raw`status <> 'pending'`)

/** Deletes letters that are sent or given up. True while there may be more. */
export const forgetOldLetters = (db: Queries, before: number) => forgetPart(db, old, before)
