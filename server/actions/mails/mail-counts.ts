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

/** Longer than a mail is retried, so that no retry is counted as another mail. */
const COUNTED_FOR_MS = 2 * DAY_MS

/** A name under which mails are counted, and how many may leave under it within a day. */
interface MailBound {
  name: string
  most: number
}

/** The name for the mailbox behind an address, for mails of one kind, over all stores. */
export const mailboxName = (address: string, kind: string): string => `${kind} ${mailboxOf(address)}`

/** The form in which a name is stored. */
export const nameHash = (name: string): string => hash('sha256', name, 'base64url')

/**
 * Counts the mails under a name within that time before now. It locks the name until the transaction ends, so that
 * others who count under it wait.
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
 * Returns the first bound that is reached for the day, otherwise counts the mail under all of them and returns
 * undefined. All callers give bounds in the same order, so that their locks cannot deadlock. One sending counts once,
 * however often it is retried.
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
    if (counted.length === 0 && (await isMailCounted(tx, tokenOf(sending, 0)))) return undefined
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
