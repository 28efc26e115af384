import { noOrderLetter } from '../../mails/no-order-letter.ts'
import { problemLetter, refundLetter, refusedLetter } from '../../mails/seller-letters.ts'
import { letterName, owedLetterId } from '../../rules/mails/letter-names.ts'
import { isMadeUp } from '../../rules/mails/mail-address.ts'
import { DAY_MS } from '../../rules/values/durations.ts'
import type { Queries } from '../../storage/engine.ts'
import type { NewProblem } from '../../storage/payments/payment-problems.ts'
import type { RefundTaskRow } from '../../storage/payments/payment-rows.ts'
import { findPaymentToTell } from '../../storage/payments/payments.ts'
import type { CheckoutRow } from '../../storage/schema.ts'
import { findStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { queueLetter } from './queue-letter.ts'
import { tellSeller } from './tell-seller.ts'

/** Tells the seller of money to be returned, in the transaction that creates the refund task. */
export async function tellOfRefund(tx: Queries, world: World, task: RefundTaskRow): Promise<void> {
  const { store_id, payment_id, amount_paise, reason } = task
  const payment = await findPaymentToTell(tx, store_id, payment_id)
  if (!payment) return
  await tellSeller(tx, world, store_id, {
    kind: 'refund to make',
    name: letterName(payment_id, 'refund'),
    write: (store) => refundLetter(store, { ...payment, amount_paise }, reason),
  })
}

/** Tells the customer who paid too, since there is no order whose mails would; not if they have been erased. */
export async function tellWhoPaid(tx: Queries, world: World, task: RefundTaskRow): Promise<void> {
  const { store_id, payment_id, amount_paise: arrivedPaise } = task
  const [payment, store] = await Promise.all([
    findPaymentToTell(tx, store_id, payment_id),
    findStore(tx, store_id),
  ])
  const to = payment?.customer_email
  if (!to || !store || isMadeUp(to)) return
  const letter = noOrderLetter({ store, payment, arrivedPaise, publicUrl: world.publicUrl })
  const id = owedLetterId(payment_id)
  await queueLetter(tx, world, { id, to, kind: 'money to return', ...letter, aboutStore: store_id })
}

type Problem = Pick<NewProblem, 'store_id' | 'payment_id' | 'reason'>

/** Tells the seller why a report became no order, unless the payment is settled meanwhile. */
export async function tellOfProblem(tx: Queries, world: World, problem: Problem): Promise<void> {
  const { store_id, payment_id, reason } = problem
  const payment = await findPaymentToTell(tx, store_id, payment_id)
  if (!payment || payment.is_test || payment.settled_at !== null) return
  await tellSeller(tx, world, store_id, {
    kind: 'payment to look at',
    name: letterName(payment_id, `problem.${world.newId()}`),
    write: (store) => problemLetter(store, payment, reason),
  })
}

/** Tells the seller that the provider refuses payments: once a day for each status, however many customers try. */
export function tellOfRefusedPayment(
  tx: Queries,
  world: World,
  { store_id, product_name, amount_paise }: CheckoutRow,
  { status, refusal }: { status: number | undefined; refusal: string },
): Promise<void> {
  const day = Math.floor(world.now() / DAY_MS)
  return tellSeller(tx, world, store_id, {
    kind: 'payment refused',
    name: `refused-${status}-${day}`,
    write: (store) => refusedLetter(store, { product_name, amount_paise, refusal }),
  })
}
