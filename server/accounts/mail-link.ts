import { hash } from 'node:crypto'
import type { MailLinkRow } from '../storage/account-rows.ts'
import type { Queries } from '../storage/engine.ts'
import { countMailLinks, forgetEndedMailLinks, holdAddress, insertMailLink } from '../storage/mail-links.ts'
import type { World } from '../world.ts'
import { tokenHash } from './token.ts'

const LINK_MS = 60 * 60 * 1000
/** So that nobody can fill another's mailbox through us. */
const MOST_AN_HOUR = 5

interface NewLink {
  token: string
  email: string
  purpose: MailLinkRow['purpose']
  personId?: string | undefined
  data?: object
}

/** Keeps a link for an hour; false when its address has had enough mails for now, and none should follow. */
export async function makeLink(
  tx: Queries,
  { now, vault }: World,
  { token, email, purpose, personId, data = {} }: NewLink,
): Promise<boolean> {
  const at = now()
  const addressHash = hash('sha256', counted(email, purpose), 'base64url')
  await holdAddress(tx, addressHash)
  await forgetEndedMailLinks(tx, at)
  const earlier = await countMailLinks(tx, addressHash, at - LINK_MS)
  await insertMailLink(tx, {
    token_hash: tokenHash(token),
    purpose,
    address_hash: addressHash,
    person_id: personId ?? null,
    data: vault.seal(JSON.stringify(data)),
    created_at: at,
    expires_at: at + LINK_MS,
  })
  return earlier < MOST_AN_HOUR
}

/** Invitations are counted apart: they must not use up the mails by which somebody gets back into their account. */
const counted = (email: string, purpose: MailLinkRow['purpose']) =>
  purpose === 'invitation' ? `invitation ${email}` : email
