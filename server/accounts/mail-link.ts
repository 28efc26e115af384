import { countMails, mailboxName, nameHash } from '../actions/mails/mail-counts.ts'
import { LINK_MS } from '../rules/mails/link-lifetimes.ts'
import type { MailLinkRow } from '../storage/accounts/account-rows.ts'
import { insertMailLink } from '../storage/accounts/mail-links.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'
import { tokenHash } from './token.ts'

/** Keeps a stranger from filling someone's mailbox through us. */
const MOST_AN_HOUR = 5

interface NewLink {
  token: string
  email: string
  /** Each purpose is counted by itself: no other mail may use up those that let a person back into their account. */
  purpose: Extract<MailLinkRow['purpose'], 'sign_up' | 'reset' | 'email' | 'invitation'>
  personId?: string | undefined
  data?: object
  /** False if no mail is to be sent, but the call should cost the same. */
  isOwed?: boolean
}

/**
 * Stores a link for an hour; false when no mail should follow, such as when the mailbox has had enough for now. Only
 * mailed links count towards that bound: unsent ones must not block mails to the person at that address.
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
