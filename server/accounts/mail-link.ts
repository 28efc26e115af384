import { countMails, mailboxName } from '../actions/mails/mail-counts.ts'
import { LINK_MS } from '../rules/mails/link-lifetimes.ts'
import type { MailLinkRow } from '../storage/accounts/account-rows.ts'
import { insertMailLink } from '../storage/accounts/mail-links.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'
import { tokenHash } from './token.ts'

/** So that nobody can fill another's mailbox through us. */
const MOST_AN_HOUR = 5

interface NewLink {
  token: string
  email: string
  purpose: MailLinkRow['purpose']
  personId?: string | undefined
  data?: object
}

/** Keeps a link for an hour; false when its mailbox has had enough mails for now, and none should follow. */
export async function makeLink(
  tx: Queries,
  { now, vault }: World,
  { token, email, purpose, personId, data = {} }: NewLink,
): Promise<boolean> {
  const at = now()
  // Invitations are counted apart: they must not use up the mails by which somebody gets back into their account.
  const kind = purpose === 'invitation' ? 'invitation' : 'account'
  const { addressHash, had } = await countMails(tx, mailboxName(email, kind), LINK_MS, at)
  await insertMailLink(tx, {
    token_hash: tokenHash(token),
    purpose,
    address_hash: addressHash,
    person_id: personId ?? null,
    data: vault.seal(JSON.stringify(data)),
    created_at: at,
    expires_at: at + LINK_MS,
  })
  return had < MOST_AN_HOUR
}
