import { isIntended } from '../../rules/mails/mail-failure.ts'
import { countWords } from '../../rules/values/count-words.ts'
import { DAY_MS } from '../../rules/values/durations.ts'
import type { Queries } from '../../storage/engine.ts'
import { findFailedTries, listFailures } from '../../storage/mails/outbox.ts'
import { type Finding, ok, reasonOf, warning } from './finding.ts'

const LATELY_MS = 14 * DAY_MS

/** What signing in to the mail server does not show: it may still refuse a mail, for example for its sender. */
export async function checkOutbox(db: Queries): Promise<Finding> {
  const { count, reason } = await findFailedTries(db)
  if (reason === undefined) return ok('outbox', 'no mail waits after a failed attempt')
  const mails = countWords(count, 'mail waits', 'mails wait')
  return warning(
    'outbox',
    `${mails} for another attempt; the newest failed with "${reasonOf({ message: reason })}"`,
    'If the mail server objects to the sender, set MAIL_FROM to one that it may send for; the log has every attempt.',
  )
}

/** Mails that will not be sent: given up after all their tries or a week, or withheld by the rules. */
export async function checkGivenUp(db: Queries): Promise<Finding> {
  const failures = await listFailures(db, Date.now() - LATELY_MS)
  const givenUp = failures.filter((reason) => !isIntended(reason))
  const withheld = failures.length - givenUp.length
  const besides = withheld === 0 ? '' : `, ${withheld} withheld by the rules`
  const [newest] = givenUp
  if (newest === undefined) return ok('given up', `no mail in the last two weeks${besides}`)
  const mails = countWords(givenUp.length, 'mail')
  return warning(
    'given up',
    `${mails} in the last two weeks${besides}; the newest failed with "${reasonOf({ message: newest })}"`,
    'Once mails can be sent again, sellers can resend those of an order on its page.',
  )
}
