import { refuse } from '#contract/errors.ts'
import { hasInvalidCharacters } from '../../../rules/values/characters.ts'
import { findCheckout } from '../../../storage/orders/checkouts.ts'
import { findPaymentByToken } from '../../../storage/payments/payments.ts'
import { findStore } from '../../../storage/stores/stores.ts'
import type { World } from '../../../world.ts'

/** The payment behind a token, with all that its pages show. Without the token there is nothing to see. */
export async function paymentOf({ db }: World, gateway: string, token: string) {
  const payment = hasInvalidCharacters(token) ? undefined : await findPaymentByToken(db, token)
  if (payment?.gateway !== gateway) throw refuse('not_found')
  const [store, checkout] = await Promise.all([
    findStore(db, payment.store_id),
    findCheckout(db, payment.store_id, payment.checkout_id),
  ])
  if (!store || !checkout) throw refuse('not_found')
  return { payment, store, checkout }
}

export type PaymentInView = Awaited<ReturnType<typeof paymentOf>>
