import type { Running } from '../../../harness/app/on-each-engine.ts'
import { openShop } from '../../../harness/shops/shop.ts'
import { settlePayment } from '../../../server/actions/payments/settle-payment.ts'
import { startPayment } from '../../../server/actions/payments/start-payment.ts'
import type { PurchaseInput } from '../../../server/rules/checkout/purchase.ts'
import type { PaymentRow } from '../../../server/storage/payments/payment-rows.ts'
import type { CheckoutRow } from '../../../server/storage/schema.ts'
import { moneyGateway } from './money.ts'

export const QUARTER_HOUR = 15 * 60_000
export const NOTHING = {
  orders: 0,
  events: 0,
  mails: 0,
  order_history: 0,
  refund_tasks: 0,
  payment_problems: 0,
}
export const ONE_ORDER = { ...NOTHING, orders: 1, events: 1, mails: 1, order_history: 1 }

/** Helpers that open a shop and settle payments there. */
export function settling(running: Running) {
  const world = () => running.app.world
  return {
    world,
    async open(product: object = {}) {
      const shop = await openShop(running.app, product)
      return {
        ...shop,
        beginPaying: (input?: Partial<PurchaseInput>) => shop.beginPaying(input, moneyGateway(world())),
        /** The same with test money, through the test gateway and its page. */
        tryPaying: shop.beginPaying,
      }
    },
    settle: (
      { store_id: storeId, gateway, reference, amount_paise }: PaymentRow,
      amountPaise = amount_paise,
    ) => settlePayment(world(), { storeId, gateway, reference, amountPaise }),
    payFor: (checkout: CheckoutRow) => startPayment(world(), moneyGateway(world()), checkout),
    /** Moves the clock on until all reservations have expired. */
    lapse: () => running.clock.advance(QUARTER_HOUR),
  }
}
