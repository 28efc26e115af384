import { countMails, mailboxName, nameHash } from '../actions/mails/mail-counts.ts'
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
  /** Each is counted apart: no other mail must use up those by which somebody gets back into their account. */
  purpose: Extract<MailLinkRow['purpose'], 'sign_up' | 'reset' | 'email' | 'invitation'>
  personId?: string | undefined
  data?: object
  /** False where nobody is to get a mail, and it should cost the same. */
  isOwed?: boolean
}

/**
 * Keeps a link for an hour; false when no mail should follow, such as when its mailbox has had enough for now. Only
 * links that are mailed count: those that nobody was sent must keep none from the person at that address.
 */
export async function makeLink(
  tx: Queries,
  { now, vault }: World,
  { token, email, purpose, personId, data = {}, isOwed = true }: NewLink,
): Promise<boolean> {
  const at = now()
  const { addressHash, had } = await countMails(tx, mailboxName(email, purpose), LINK_MS, at)
  const isMailed = isOwed && had < MOST_AN_HOUR
  await insertMailLink(tx, {
    token_hash: tokenHash(token),
    purpose: isMailed ? purpose : 'none',
    address_hash: isMailed ? addressHash : nameHash(mailboxName(email, 'unsent')),
    person_id: personId ?? null,
    data: vault.seal(JSON.stringify(data)),
    created_at: at,
    expires_at: at + LINK_MS,
  })
  return isMailed
}
