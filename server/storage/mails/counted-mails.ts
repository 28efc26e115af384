import type { MailLinkRow } from '../accounts/account-rows.ts'
import { insertMailLink } from '../accounts/mail-links.ts'
import type { Queries } from '../engine.ts'
import { statement } from '../statement.ts'

/** Locks an address: transactions that count its mails run one by one, so each sees what those before it added. */
export async function holdAddress(tx: Queries, addressHash: string): Promise<void> {
  await tx.rows({ sql: tx.dialect.holdName, reads: false, name: undefined }, [addressHash])
}

type Within = { addressHash: string; since: number; until: number }

const recent = statement((sql, p: Within) =>
  sql
    .selectFrom('mail_links')
    .select((column) => column.fn.countAll<number>().as('mails'))
    .where('address_hash', '=', p.addressHash)
    .where('created_at', '>', p.since)
    .where('created_at', '<=', p.until),
)

/**
 * How many mails went to an address after `since` and up to `until`. The row of a link counts the mail that brings it;
 * a mail without a link has a row that serves only to be counted.
 */
export const countMailsTo = async (tx: Queries, within: Within): Promise<number> =>
  (await recent.first(tx, within))?.mails ?? 0

type CountedMail = Pick<MailLinkRow, 'token_hash' | 'address_hash' | 'created_at' | 'expires_at'>

/** Counts a mail without a link. */
export const insertCountedMail = (tx: Queries, mail: CountedMail) =>
  insertMailLink(tx, { ...mail, purpose: 'order', person_id: null, data: '' })

const counted = statement((sql, p: { tokenHash: string }) =>
  sql
    .selectFrom('mail_links')
    .select('token_hash')
    .where('token_hash', '=', p.tokenHash)
    .where('purpose', '=', 'order'),
)

/** True until the row is swept, which may be later than `expires_at` if the service stood still for days. */
export const isMailCounted = async (tx: Queries, tokenHash: string): Promise<boolean> =>
  (await counted.first(tx, { tokenHash })) !== undefined
