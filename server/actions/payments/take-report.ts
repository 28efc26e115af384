import type { Report } from '../../payments/gateway.ts'
import { CAPTURED_WITHIN_MS, firstAskAfterPromise } from '../../rules/payments/ask-again.ts'
import type { PaymentRow } from '../../storage/payments/payment-rows.ts'
import { notePaymentFailed, notePaymentUnderWay } from '../../storage/payments/payments.ts'
import { notePromise } from '../../storage/payments/payments-to-ask.ts'
import type { World } from '../../world.ts'
import { noteProblem } from './note-problem.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Does what a report about a payment asks for, whoever brought it: callback, webhook or poller. The payment is as it was
 * before the provider was asked.
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

/** The provider changed under a payment: what it says about the old one can no longer be checked. */
export const wrongGateway = (payment: PaymentRow): Report => ({
  kind: 'problem',
  reason: `Started through the ${payment.gateway} gateway, which the store no longer uses`,
})

/** The seller should look: with other keys since, the provider may know nothing of it. */
export const NEVER_TOLD: Report = {
  kind: 'problem',
  reason: 'For two days the provider could not say what became of it',
}
