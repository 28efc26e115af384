import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { deletionOfOld, forgetPart } from '../old-rows.ts'
import { literal, pick, statement } from '../statement.ts'
import type { SessionRow } from './account-rows.ts'

const COLUMNS = columnsOf<SessionRow>()([
  'id',
  'token_hash',
  'person_id',
  'created_at',
  'last_seen_at',
  'expires_at',
  'user_agent',
])

const insert = statement((sql, p: SessionRow) => sql.insertInto('sessions').values(pick(p, COLUMNS)))

export const insertSession = (tx: Queries, session: SessionRow) => insert.run(tx, session)

const byToken = statement((sql, p: { tokenHash: string; now: number; seenAfter: number }) =>
  sql
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select([
      'sessions.id as session_id',
      'sessions.last_seen_at',
      'people.id',
      'people.email',
      'people.name',
      'people.password_hash',
      'people.totp_confirmed_at',
    ])
    .where('token_hash', '=', p.tokenHash)
    .where('expires_at', '>', p.now)
    .where('last_seen_at', '>', p.seenAfter),
)

export type SignedIn = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** The session and its person, unless it has expired or was idle for too long. */
export const findSession = (db: Queries, tokenHash: string, now: number, seenAfter: number) =>
  byToken.first(db, { tokenHash, now, seenAfter })

const seen = statement((sql, p: { id: string; at: number }) =>
  sql.updateTable('sessions').set({ last_seen_at: p.at }).where('id', '=', p.id),
)

export const noteSessionSeen = (db: Queries, id: string, at: number) => seen.run(db, { id, at })

const endOne = statement((sql, p: { tokenHash: string }) =>
  sql.deleteFrom('sessions').where('token_hash', '=', p.tokenHash),
)

export const deleteSessionByToken = (tx: Queries, tokenHash: string) => endOne.run(tx, { tokenHash })

/** More browsers than a person uses, and few enough to be listed. */
const MOST_SESSIONS = 100

const endOldest = statement((sql, p: { personId: string; but: string }) =>
  sql.deleteFrom('sessions').where('id', 'in', (of) =>
    of
      .selectFrom('sessions')
      .select('id')
      .where('person_id', '=', p.personId)
      .where('id', '<>', p.but)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .offset(literal(MOST_SESSIONS - 1))
      .limit(literal(MOST_SESSIONS)),
  ),
)

/** Ends those idle longest if there are more than a hundred, but never the new one, whatever the clock says. */
export const endOldestSessions = (tx: Queries, personId: string, but: string) =>
  endOldest.run(tx, { personId, but })

const endAll = statement((sql, p: { personId: string }) =>
  sql.deleteFrom('sessions').where('person_id', '=', p.personId),
)

export const deleteSessionsOf = (tx: Queries, personId: string) => endAll.run(tx, { personId })

const endOneOf = statement((sql, p: { personId: string; id: string }) =>
  sql.deleteFrom('sessions').where('person_id', '=', p.personId).where('id', '=', p.id).returning('id'),
)

/** False when the person has no such session, or has none any more. */
export const deleteSessionOf = async (tx: Queries, personId: string, id: string): Promise<boolean> =>
  (await endOneOf.first(tx, { personId, id })) !== undefined

const list = statement((sql, p: { personId: string; now: number; seenAfter: number }) =>
  sql
    .selectFrom('sessions')
    .select(['id', 'last_seen_at', 'user_agent'])
    .where('person_id', '=', p.personId)
    .where('expires_at', '>', p.now)
    .where('last_seen_at', '>', p.seenAfter)
    .orderBy('last_seen_at', 'desc'),
)

export const listSessionsOf = (db: Queries, personId: string, now: number, seenAfter: number) =>
  list.all(db, { personId, now, seenAfter })

const ended = deletionOfOld('sessions', ['token_hash'], 'expires_at')

/** True while there may be more. */
export const forgetEndedSessions = (db: Queries, now: number) => forgetPart(db, ended, now)
