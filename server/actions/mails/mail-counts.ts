import { hash } from 'node:crypto'
import { mailboxOf } from '../../rules/mails/mail-address.ts'
import { latestNow } from '../../rules/set-back-clock.ts'
import { DAY_MS } from '../../rules/values/durations.ts'
import type { Queries } from '../../storage/engine.ts'
import {
  countMailsTo,
  holdAddress,
  insertCountedMail,
  isMailCounted,
} from '../../storage/mails/counted-mails.ts'

/** For longer than a mail is tried, so that no try is counted as another mail. */
const COUNTED_FOR_MS = 2 * DAY_MS

/** What mails are counted under, and how many leave within a day. */
interface MailBound {
  name: string
  most: number
}

/** The mailbox behind an address, over all stores, for mails of a kind. */
export const mailboxName = (address: string, kind: string): string => `${kind} ${mailboxOf(address)}`

/** What a name is kept as. */
export const nameHash = (name: string): string => hash('sha256', name, 'base64url')

/**
 * How many mails were counted under a name within so long before now. Whoever else counts them waits until the transaction
 * ends.
 */
export async function countMails(
  tx: Queries,
  name: string,
  withinMs: number,
  now: number,
): Promise<{ addressHash: string; had: number }> {
  const addressHash = nameHash(name)
  await holdAddress(tx, addressHash)
  const had = await countMailsTo(tx, { addressHash, since: now - withinMs, until: latestNow(now) })
  return { addressHash, had }
}

/**
 * Undefined, or the bound under which there were enough within a day. Everybody gives bounds in the same order. The same
 * sending is counted once, however often it is tried.
 */
export async function countOneMore(
  tx: Queries,
  bounds: readonly MailBound[],
  sending: string,
  at: number,
): Promise<MailBound | undefined> {
  const counted: string[] = []
  for (const bound of bounds) {
    const { addressHash, had } = await countMails(tx, bound.name, DAY_MS, at)
    if (await isMailCounted(tx, tokenOf(sending, 0))) return undefined
    if (had >= bound.most) return bound
    counted.push(addressHash)
  }
  for (const [place, address_hash] of counted.entries()) {
    await insertCountedMail(tx, {
      token_hash: tokenOf(sending, place),
      address_hash,
      created_at: at,
      expires_at: at + COUNTED_FOR_MS,
    })
  }
  return undefined
}

const tokenOf = (sending: string, place: number) =>
  hash('sha256', place === 0 ? sending : `${sending} ${place}`, 'base64url')
