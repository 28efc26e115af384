import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { deletionOfOld, forgetPart } from '../old-rows.ts'
import { pick, statement } from '../statement.ts'
import type { InvitationRow } from './account-rows.ts'

const COLUMNS = columnsOf<InvitationRow>()([
  'store_id',
  'id',
  'token_hash',
  'email',
  'role',
  'invited_by',
  'inviter_id',
  'created_at',
  'expires_at',
])

const put = statement((sql, p: InvitationRow) =>
  sql
    .insertInto('invitations')
    .values(pick(p, COLUMNS))
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'email'])
        .doUpdateSet(
          pick(p, ['id', 'token_hash', 'role', 'invited_by', 'inviter_id', 'created_at', 'expires_at']),
        ),
    ),
)

/** One invitation per address: a new one replaces the last, whose link then opens nothing. */
export const putInvitation = (tx: Queries, invitation: InvitationRow) => put.run(tx, invitation)

const byToken = statement((sql, p: { tokenHash: string; now: number }) =>
  sql
    .selectFrom('invitations')
    .innerJoin('stores', 'stores.id', 'invitations.store_id')
    .leftJoin('members as inviters', (join) =>
      join
        .onRef('inviters.store_id', '=', 'invitations.store_id')
        .onRef('inviters.person_id', '=', 'invitations.inviter_id'),
    )
    .select([
      ...(['invitations.store_id', 'invitations.id', 'email', 'invitations.role', 'invited_by'] as const),
      ...(['inviter_id', 'inviters.role as inviter_role', 'stores.name as store_name'] as const),
    ])
    .where('token_hash', '=', p.tokenHash)
    .where('expires_at', '>', p.now),
)

/** With the role that its inviter has now, null for none. */
export const findInvitation = (db: Queries, tokenHash: string, now: number) =>
  byToken.first(db, { tokenHash, now })

const byId = statement((sql, p: { storeId: string; id: string }) =>
  sql.selectFrom('invitations').select('id').where('store_id', '=', p.storeId).where('id', '=', p.id),
)

/** False once it was withdrawn, replaced or accepted. */
export const hasInvitation = async (db: Queries, storeId: string, id: string): Promise<boolean> =>
  (await byId.first(db, { storeId, id })) !== undefined

const remove = statement((sql, p: { storeId: string; id: string }) =>
  sql
    .deleteFrom('invitations')
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .returning(['email', 'role']),
)

/** Deletes the invitation and returns it; undefined if it was gone already. */
export const takeInvitation = (tx: Queries, storeId: string, id: string) => remove.first(tx, { storeId, id })

const removeOf = statement((sql, p: { storeId: string; inviterId: string; email: string }) =>
  sql
    .deleteFrom('invitations')
    .where('store_id', '=', p.storeId)
    .where((column) => column.or([column('inviter_id', '=', p.inviterId), column('email', '=', p.email)]))
    .returning('email'),
)

/** Deletes and returns the invitations that a person has sent, and the one to that person, if any. */
export const takeInvitationsOf = (tx: Queries, storeId: string, person: { id: string; email: string }) =>
  removeOf.all(tx, { storeId, inviterId: person.id, email: person.email })

const open = statement((sql, p: { storeId: string; now: number }) =>
  sql
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('expires_at', '>', p.now)
    .orderBy('created_at'),
)

export const listInvitations = (db: Queries, storeId: string, now: number) => open.all(db, { storeId, now })

const ended = deletionOfOld('invitations', ['store_id', 'id'], 'expires_at')

/** True while there may be more. */
export const forgetEndedInvitations = (db: Queries, now: number) => forgetPart(db, ended, now)
