import { isClockBelieved, readClock } from '../actions/believe-clock.ts'
import { ANSWERS_KEPT_MS } from '../actions/once.ts'
import { wordOrders } from '../actions/orders/word-orders.ts'
import { LONGEST_HOLD_MS } from '../rules/checkout/checkout.ts'
import { WITHHELD } from '../rules/mails/mail-failure.ts'
import { lateBefore } from '../rules/mails/mail-retries.ts'
import { KEYS_KEPT_MS, LONGEST_PAUSE_MS } from '../rules/payments/ask-again.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../rules/values/durations.ts'
import { forgetEndedInvitations } from '../storage/accounts/invitations.ts'
import { forgetEndedMailLinks } from '../storage/accounts/mail-links.ts'
import { forgetEndedSessions } from '../storage/accounts/sessions.ts'
import { forgetOldWindows } from '../storage/admissions.ts'
import { bringForward } from '../storage/bring-forward.ts'
import { forgetIdempotencyKeys } from '../storage/idempotency-keys.ts'
import { forgetOldLetters, giveUpEndedLetters } from '../storage/mails/letters.ts'
import { giveUpLate } from '../storage/mails/outbox.ts'
import { endOverlongHolds } from '../storage/orders/overlong-holds.ts'
import { forgetWhoNeverPaid } from '../storage/orders/unpaid-checkouts.ts'
import { forgetFormerRazorpayKeys } from '../storage/payments/razorpay-keys.ts'
import { forgetApiUse } from '../storage/stores/api-use.ts'
import { forgetOldAttempts } from '../storage/webhooks/delivery-attempts.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'

const CLEAN_EVERY_MS = 10 * MINUTE_MS
/** Long after `PAYABLE_MS`, so that no order is ever made of a checkout whose customer was erased. */
const NEVER_PAID_AFTER_MS = 30 * DAY_MS
/** Time for the seller to find out what became of the money; no bank takes longer. */
const PROBLEMS_KEPT_MS = 90 * DAY_MS
const LETTERS_KEPT_MS = 90 * DAY_MS
const ATTEMPTS_KEPT_MS = 30 * DAY_MS

/** Deletes expired data, and repairs what an upgrade or a wrong clock has left. Several instances may do so at once. */
export function startCleaner(world: World, { limitsInDatabase }: { limitsInDatabase: boolean }): Loop {
  const { db, now, log } = world
  return startLoop({
    name: 'cleaner',
    everyMs: CLEAN_EVERY_MS,
    log,
    async work() {
      const when = { now: now(), beyond: now() + LONGEST_PAUSE_MS }
      const { hasMore: isMoreToAsk } = await bringForward(db, 'payments', when)
      await readClock(world)
      const isMoreOld = (await isClockBelieved(world, db)) && (await forgetOld(world, limitsInDatabase))
      const isMoreUnworded = await wordOrders(world)
      return isMoreToAsk || isMoreOld || isMoreUnworded
    },
  })
}

/** True while there may be more. */
async function forgetOld(world: World, limitsInDatabase: boolean): Promise<boolean> {
  const { db, now } = world
  const hasMore = [
    await forgetIdempotencyKeys(db, now() - ANSWERS_KEPT_MS),
    await forgetApiUse(db, now()),
    limitsInDatabase && (await forgetOldWindows(db, now() - HOUR_MS)),
    await forgetFormerRazorpayKeys(db, now() - KEYS_KEPT_MS),
    await forgetOldAttempts(db, now() - ATTEMPTS_KEPT_MS),
    await forgetEndedMailLinks(db, now()),
    await forgetEndedInvitations(db, now()),
    await forgetEndedSessions(db, now()),
    await giveUpLateMails(world),
    await forgetOldLetters(db, now() - LETTERS_KEPT_MS),
    await endOverlongHolds(db, now(), now() + LONGEST_HOLD_MS),
    await db.transaction((tx) =>
      forgetWhoNeverPaid(tx, now() - NEVER_PAID_AFTER_MS, now() - PROBLEMS_KEPT_MS),
    ),
  ]
  return hasMore.includes(true)
}

/** Runs even without a mail server, so that nobody waits for a mail that will not be sent. */
async function giveUpLateMails({ db, now, log }: World): Promise<boolean> {
  const { count, hasMore } = await giveUpLate(db, lateBefore(now()), WITHHELD.late)
  const ended = await giveUpEndedLetters(db, now(), WITHHELD.late)
  if (count > 0) log.warn({ mails: count }, 'Gave up mails that should have been sent a week ago')
  if (ended > 0) log.warn({ mails: ended }, 'Gave up mails whose links have expired')
  return hasMore
}
