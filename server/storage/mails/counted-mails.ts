import type { MailLinkRow } from '../accounts/account-rows.ts'
import { insertMailLink } from '../accounts/mail-links.ts'
import type { Queries } from '../engine.ts'
import { statement } from '../statement.ts'

/** Two that count the mails to one address pass one after the other, and the second sees what the first has added. */
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
 * How many there were to an address after the one time and up to the other. The row of a link counts the mail that brings
 * it; a mail without one has a row that only counts.
 */
export const countMailsTo = async (tx: Queries, within: Within): Promise<number> =>
  (await recent.first(tx, within))?.mails ?? 0

type CountedMail = Pick<MailLinkRow, 'token_hash' | 'address_hash' | 'created_at' | 'expires_at'>

/** One without a link. */
export const insertCountedMail = (tx: Queries, mail: CountedMail) =>
  insertMailLink(tx, { ...mail, purpose: 'order', person_id: null, data: '' })

const counted = statement((sql, p: { tokenHash: string }) =>
  sql
    .selectFrom('mail_links')
    .select('token_hash')
    .where('token_hash', '=', p.tokenHash)
    .where('purpose', '=', 'order'),
)

/** Until it is swept, which after days without the service may be later than it ends. */
export const isMailCounted = async (tx: Queries, tokenHash: string): Promise<boolean> =>
  (await counted.first(tx, { tokenHash })) !== undefined
