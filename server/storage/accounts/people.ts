import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { pick, rowsOf, statement } from '../statement.ts'
import type { PersonRow } from './account-rows.ts'

const COLUMNS = columnsOf<PersonRow>()([
  'id',
  'email',
  'name',
  'password_hash',
  'created_at',
  'totp_secret',
  'totp_confirmed_at',
  'totp_last_step',
  'code_failures',
  'codes_blocked_until',
])

const NEW = ['id', 'email', 'name', 'password_hash', 'created_at'] as const
type NewPerson = Pick<PersonRow, (typeof NEW)[number]>

const insert = statement((sql, p: NewPerson) =>
  sql
    .insertInto('people')
    .values({
      ...pick(p, NEW),
      totp_last_step: 0,
      code_failures: 0,
      codes_blocked_until: 0,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id'),
)

/** False when somebody has that address already. */
export const insertPerson = async (tx: Queries, person: NewPerson): Promise<boolean> =>
  (await insert.first(tx, person)) !== undefined

const byEmail = statement((sql, p: { email: string }) =>
  sql.selectFrom('people').select(COLUMNS).where('email', '=', p.email),
)

export const findPersonByEmail = (db: Queries, email: string) => byEmail.first(db, { email })

const locked = statement((sql, p: { id: string }, dialect) =>
  dialect.lockRows(sql.selectFrom('people').select(COLUMNS).where('id', '=', p.id)),
)

/** Locks the person: two requests that use a code run one after the other. */
export const lockPerson = (tx: Queries, id: string) => locked.first(tx, { id })

export const updatePerson = (tx: Queries, id: string, changes: Partial<Omit<PersonRow, 'id'>>) =>
  rowsOf(tx, (sql) => sql.updateTable('people').set(changes).where('id', '=', id))

export const deleteRecoveryCodes = (tx: Queries, personId: string) =>
  rowsOf(tx, (sql) => sql.deleteFrom('recovery_codes').where('person_id', '=', personId))

export async function replaceRecoveryCodes(tx: Queries, personId: string, hashes: readonly string[]) {
  await deleteRecoveryCodes(tx, personId)
  const rows = hashes.map((code_hash) => ({ person_id: personId, code_hash }))
  await rowsOf(tx, (sql) => sql.insertInto('recovery_codes').values(rows))
}

const spend = statement((sql, p: { personId: string; hash: string }) =>
  sql
    .deleteFrom('recovery_codes')
    .where('person_id', '=', p.personId)
    .where('code_hash', '=', p.hash)
    .returning('code_hash'),
)

/** Uses a code up. True only the first time. */
export const spendRecoveryCode = async (tx: Queries, personId: string, hash: string): Promise<boolean> =>
  (await spend.first(tx, { personId, hash })) !== undefined
