import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { deletionOfOld, forgetPart } from '../old-rows.ts'
import { pick, statement } from '../statement.ts'
import type { MailLinkRow } from './account-rows.ts'

const COLUMNS = columnsOf<MailLinkRow>()([
  'token_hash',
  'purpose',
  'address_hash',
  'person_id',
  'data',
  'created_at',
  'expires_at',
])

const insert = statement((sql, p: MailLinkRow) => sql.insertInto('mail_links').values(pick(p, COLUMNS)))

export const insertMailLink = (tx: Queries, link: MailLinkRow) => insert.run(tx, link)

const find = statement((sql, p: { tokenHash: string; purpose: MailLinkRow['purpose']; now: number }) =>
  sql
    .selectFrom('mail_links')
    .select(['person_id', 'data'])
    .where('token_hash', '=', p.tokenHash)
    .where('purpose', '=', p.purpose)
    .where('expires_at', '>', p.now),
)

export const findMailLink = (db: Queries, tokenHash: string, purpose: MailLinkRow['purpose'], now: number) =>
  find.first(db, { tokenHash, purpose, now })

const take = statement((sql, p: { tokenHash: string; purpose: MailLinkRow['purpose']; now: number }) =>
  sql
    .deleteFrom('mail_links')
    .where('token_hash', '=', p.tokenHash)
    .where('purpose', '=', p.purpose)
    .where('expires_at', '>', p.now)
    .returning(['person_id', 'data']),
)

/** Uses the link up and returns it; undefined if it was used before or has expired. */
export const takeMailLink = (tx: Queries, tokenHash: string, purpose: MailLinkRow['purpose'], now: number) =>
  take.first(tx, { tokenHash, purpose, now })

const dropOf = statement((sql, p: { personId: string }) =>
  sql.deleteFrom('mail_links').where('person_id', '=', p.personId),
)

const closeOf = statement((sql, p: { personId: string }) =>
  sql
    .updateTable('mail_links')
    .set({ purpose: 'none', person_id: null, data: '' })
    .where('person_id', '=', p.personId)
    .where('purpose', '=', 'email'),
)

/** Links that went to other mailboxes than the person's own stay as rows that open nothing: mails there are counted. */
export async function deleteMailLinksOf(tx: Queries, personId: string): Promise<void> {
  await closeOf.run(tx, { personId })
  await dropOf.run(tx, { personId })
}

const ended = deletionOfOld('mail_links', ['token_hash'], 'expires_at')

/** True while there may be more. */
export const forgetEndedMailLinks = (db: Queries, now: number) => forgetPart(db, ended, now)
