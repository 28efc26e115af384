import { writeLetter, writeOrderMail } from '../actions/write-mail.ts'
import type { Message } from '../mails/letter.ts'
import { nextMailTry } from '../rules/mail-retries.ts'
import { claimLetters, hasDueLetters, settleLetter } from '../storage/letters.ts'
import { claimMails, hasDueMails, settleMail } from '../storage/mails.ts'
import type { LetterRow, MailRow } from '../storage/schema.ts'
import type { World } from '../world.ts'
import { eachAlone } from './each-alone.ts'
import { type Loop, startLoop } from './loop.ts'

const LOOK_EVERY_MS = 1000
const MOST_AT_ONCE = 10
/** Longer than a server may take, so that nobody sends what is still being sent. */
const LEASE_MS = 120_000
const MOST_ERROR_CHARACTERS = 500

export interface Sender {
  send(message: Message): Promise<void>
}

/**
 * Sends what is in the outbox. Claiming a row pushes its due time ahead; a process that dies with claimed rows loses
 * nothing, since they fall due again. Several processes never hold the same row.
 */
export const startMails = (world: World, sender: Sender): Loop =>
  startLoop({
    name: 'mails',
    everyMs: LOOK_EVERY_MS,
    log: world.log,
    work: () => sendDue(world, sender),
  })

/** One round; true when there may be more to send. */
export async function sendDue(world: World, sender: Sender): Promise<boolean> {
  const { db, now, wasSetAhead } = world
  const at = now()
  if (wasSetAhead(LEASE_MS)) return false
  const mails = (await hasDueMails(db, at)) ? await claimMails(db, at, at + LEASE_MS, MOST_AT_ONCE) : []
  const letters = (await hasDueLetters(db, at)) ? await claimLetters(db, at, at + LEASE_MS, MOST_AT_ONCE) : []
  const sendings = [
    ...mails.map((mail) => ({ kind: mail.kind, send: () => sendMail(world, sender, mail) })),
    ...letters.map((letter) => ({ kind: letter.kind, send: () => sendLetter(world, sender, letter) })),
  ]
  await eachAlone(
    world.log,
    'What became of a mail could not be written down, so it may be sent again',
    sendings,
    ({ kind }) => ({ kind }),
    ({ send }) => send(),
  )
  return mails.length === MOST_AT_ONCE || letters.length === MOST_AT_ONCE
}

async function sendMail(world: World, sender: Sender, mail: MailRow) {
  const { store_id, order_id, kind } = mail
  const outcome = await outcomeOf(world, sender, mail, () => writeOrderMail(world, mail))
  await settleMail(world.db, { store_id, order_id, kind, ...outcome })
}

async function sendLetter(world: World, sender: Sender, letter: LetterRow) {
  const { id, data } = letter
  const outcome = await outcomeOf(world, sender, letter, () => writeLetter(world, letter))
  await settleLetter(world.db, { id, data: outcome.status === 'pending' ? data : '', ...outcome })
}

type Outboxed = Pick<MailRow, 'attempts' | 'due_at' | 'kind'>
type Outcome = Pick<MailRow, 'status' | 'due_at' | 'last_error' | 'sent_at'>

async function outcomeOf(
  { log, now }: World,
  sender: Sender,
  row: Outboxed,
  write: () => Promise<Message>,
): Promise<Outcome> {
  try {
    await sender.send(await write())
    return { status: 'sent', due_at: row.due_at, last_error: null, sent_at: now() }
  } catch (error) {
    const last_error = String((error as Error).message).slice(0, MOST_ERROR_CHARACTERS)
    const again = nextMailTry(row.attempts, now())
    const { kind, attempts } = row
    log.warn({ err: error, kind, attempts }, again ? 'A mail will be tried again' : 'A mail was given up')
    return again
      ? { status: 'pending', due_at: again, last_error, sent_at: null }
      : { status: 'failed', due_at: row.due_at, last_error, sent_at: null }
  }
}
