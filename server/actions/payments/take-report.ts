import type { Report } from '../../payments/gateway.ts'
import { CAPTURED_WITHIN_MS, firstAskAfterPromise } from '../../rules/payments/ask-again.ts'
import type { PaymentRow } from '../../storage/payments/payment-rows.ts'
import { notePaymentFailed, notePaymentUnderWay } from '../../storage/payments/payments.ts'
import { notePromise } from '../../storage/payments/payments-to-ask.ts'
import type { World } from '../../world.ts'
import { noteProblem } from './note-problem.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Carries out a report about a payment, whether from callback, webhook or poller. `payment` is its row from before the
 * provider was asked.
 */
export async function takeReport(world: World, payment: PaymentRow, report: Report): Promise<void> {
  const { store_id, id, gateway, reference } = payment
  const now = world.now()
  const noteReason = (reason: string) => {
    world.log.warn({ paymentId: id, reason }, 'A report about a payment was not accepted')
    return world.db.transaction((tx) =>
      noteProblem(tx, world, { store_id, gateway, reference, reason, payment_id: id }),
    )
  }
  switch (report.kind) {
    case 'captured': {
      const { amountPaise } = report
      await settlePayment(world, { storeId: store_id, gateway, reference, amountPaise })
      return
    }
    case 'failed':
      return notePaymentFailed(world.db, payment)
    case 'untried':
      return
    case 'pending':
      return notePaymentUnderWay(world.db, payment)
    case 'authorised':
      if (now - report.since < CAPTURED_WITHIN_MS) {
        await notePromise(world.db, payment, now, firstAskAfterPromise(now))
        return
      }
      await notePaymentUnderWay(world.db, payment)
      return noteReason('Authorised, but not captured')
    case 'problem':
      return noteReason(report.reason)
  }
}

/** The store has changed its provider since the payment began, so its outcome can no longer be checked. */
export const wrongGateway = (payment: PaymentRow): Report => ({
  kind: 'problem',
  reason: `Started through the ${payment.gateway} gateway, which the store no longer uses`,
})

/**
 * For the seller to look at: the keys may have changed, and the provider may not know the payment under the new ones.
 */
export const NEVER_TOLD: Report = {
  kind: 'problem',
  reason: 'For two days the provider could not say what happened to it',
}
