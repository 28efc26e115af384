import { Withheld, withholdLetter, withholdMail } from '../actions/mails/withhold.ts'
import { writeLetter, writeOrderMail } from '../actions/mails/write-mail.ts'
import type { Message } from '../mails/letter.ts'
import { MAIL_LEASE_MS, nextMailTry } from '../rules/mails/mail-retries.ts'
import { claimLetters, MOST_LETTERS, markLetterSent, markLetterSetback } from '../storage/mails/letters.ts'
import type { LetterRow, MailRow } from '../storage/mails/mail-rows.ts'
import { claimMails, markMailSent, markMailSetback } from '../storage/mails/mails.ts'
import { hasDue } from '../storage/mails/outbox.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'
import { onceAvailable } from './once-available.ts'
import { timeToSend } from './time-to-send.ts'
import { tryEach } from './try-each.ts'

const LOOK_EVERY_MS = 1000
/** As many as the connections to the mail server, so that no claimed mail waits for one. */
export const MAILS_AT_ONCE = 5
/**
 * From before the claim to the end of the sending; well within the lease, so that no other process sends the mail
 * meanwhile.
 */
export const SEND_WITHIN_MS = 100_000
/**
 * How long sending may go on after the program was told to stop: as long as a server may stay silent, and short enough
 * to record the outcome.
 */
const STOP_WITHIN_MS = 20_000
const MOST_ERROR_CHARACTERS = 500

interface Sender {
  /** Fails when `overdue` aborts, and sends nothing after that. */
  send(message: Message, overdue: AbortSignal): Promise<void>
}

/**
 * Sends the mails of the outbox. Claiming a row pushes its due time ahead by a lease: if the process dies, its rows
 * fall due again and nothing is lost. No two processes hold the same row.
 */
export const startMails = (world: World, sender: Sender): Loop =>
  startLoop({
    name: 'mails',
    everyMs: LOOK_EVERY_MS,
    log: world.log,
    work: (stopping) => sendDueMails(world, sender, stopping),
  })

/** One round; true when there may be more to send. */
export async function sendDueMails(
  world: World,
  sender: Sender,
  stopping?: AbortSignal,
  { sendWithinMs = SEND_WITHIN_MS, stopWithinMs = STOP_WITHIN_MS } = {},
): Promise<boolean> {
  const { db, now, wasSetAhead } = world
  using time = timeToSend(sendWithinMs, stopping, stopWithinMs)
  const at = now()
  if (wasSetAhead(MAIL_LEASE_MS)) return false
  const lease = at + MAIL_LEASE_MS
  const letters = (await hasDue(db, 'letters', at)) ? await claimLetters(db, at, lease) : []
  const mostMails = MAILS_AT_ONCE - letters.length
  const mails = (await hasDue(db, 'mails', at)) ? await claimMails(db, at, lease, mostMails) : []
  const ended = stopping ? AbortSignal.any([stopping, time.overdue]) : time.overdue
  const round: Round = {
    send: (message) => sender.send(message, time.overdue),
    prepare: (work) => onceAvailable(world, ended, work),
    record: (write) => onceAvailable(world, stopping, write),
    lease,
  }
  const sendings = [
    ...letters.map((letter) => ({ kind: letter.kind, work: () => sendLetter(world, round, letter) })),
    ...byOrder(mails).map((ofOne) => ({
      kind: ofOne.map(({ kind }) => kind).join(', '),
      work: async () => {
        for (const mail of ofOne) await sendMail(world, round, mail)
      },
    })),
  ]
  await tryEach(
    world.log,
    'The result of sending a mail could not be saved, so it may be sent again',
    sendings,
    ({ kind }) => ({ kind }),
    ({ work }) => work(),
  )
  return letters.length === MOST_LETTERS || mails.length === mostMails
}

/** Mails of one order are sent in order, so that its customer hears of the dispatch before the delivery. */
const byOrder = (mails: readonly MailRow[]): MailRow[][] => [
  ...Map.groupBy(
    mails.toSorted((a, b) => a.created_at - b.created_at),
    ({ order_id }) => order_id,
  ).values(),
]

interface Round {
  send(message: Message): Promise<void>
  /**
   * Retries while the database is away, which is no fault of the mail server's, as long as the mail may still be sent.
   */
  prepare<T>(work: () => Promise<T>): Promise<T>
  /** Records that it was sent, retrying however long the database is away. */
  record(write: () => Promise<void>): Promise<void>
  lease: number
}

async function sendMail(world: World, { send, prepare, record, lease }: Round, mail: MailRow) {
  const { store_id, order_id, kind } = mail
  const key = { store_id, order_id, kind }
  const setback = await setbackOf(world, mail, async () => {
    const message = await prepare(() => writeOrderMail(world, mail))
    await prepare(() => withholdMail(world, mail))
    await send(message)
  })
  if (setback) await markMailSetback(world.db, { ...key, ...setback, lease })
  else await record(() => markMailSent(world.db, { ...key, at: world.now() }))
}

async function sendLetter(world: World, { send, prepare, record, lease }: Round, letter: LetterRow) {
  const { id } = letter
  const setback = await setbackOf(world, letter, async () => {
    await prepare(() => withholdLetter(world, letter))
    await send(await prepare(() => writeLetter(world, letter)))
  })
  if (!setback) return record(() => markLetterSent(world.db, { id, at: world.now() }))
  const data = setback.status === 'pending' ? letter.data : ''
  await markLetterSetback(world.db, { id, data, ...setback, lease })
}

/** What to record if the sending fails; undefined if it succeeds. */
async function setbackOf(
  { log, now }: World,
  { kind, attempts, due_at }: Pick<MailRow, 'attempts' | 'due_at' | 'kind'>,
  sending: () => Promise<void>,
) {
  try {
    await sending()
    return undefined
  } catch (error) {
    const last_error = String((error as Error).message).slice(0, MOST_ERROR_CHARACTERS)
    const isWithheld = error instanceof Withheld
    const again = isWithheld ? undefined : nextMailTry(attempts, now())
    if (isWithheld) log.info({ kind, reason: last_error }, 'A mail was withheld')
    else
      log.warn(
        { err: error, kind, attempts },
        `A mail could not be sent, and ${again ? 'will be tried again' : 'was given up'}`,
      )
    return again
      ? ({ status: 'pending', due_at: again, last_error } as const)
      : ({ status: 'failed', due_at, last_error } as const)
  }
}
