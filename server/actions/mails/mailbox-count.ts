import { hash } from 'node:crypto'
import { mailboxOf } from '../../rules/mail-address.ts'
import { countMailLinks, holdAddress } from '../../storage/accounts/mail-links.ts'
import type { Queries } from '../../storage/engine.ts'

/**
 * How many mails of a kind the mailbox behind an address had since then, over all stores. Whoever else counts them waits
 * until the transaction ends.
 */
export async function countMailsTo(
  tx: Queries,
  address: string,
  kind: string,
  since: number,
): Promise<{ addressHash: string; had: number }> {
  const addressHash = hash('sha256', `${kind} ${mailboxOf(address)}`, 'base64url')
  await holdAddress(tx, addressHash)
  return { addressHash, had: await countMailLinks(tx, addressHash, since) }
}
