import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { gatewayFor } from '../../server/actions/payments/gateways.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { startPayment } from '../../server/actions/payments/start-payment.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'

/** A few rounds in a normal run; `LAST_PIECE_ROUNDS=100` for a thorough one. */
const ROUNDS = Number(process.env.LAST_PIECE_ROUNDS ?? 2)
const CUSTOMERS = 500

onEachEngine((running) => {
  test(`${CUSTOMERS} customers for the last piece, ${ROUNDS} rounds: one order each round`, async () => {
    const { world } = running.app
    const { storeId, productId, reserve, ledger } = await openShop(running.app, { stock: 0 })

    /** On a busy machine some wait too long for a connection. They retry, as customers and providers do. */
    async function persist<T>(work: () => Promise<T>): Promise<T> {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          if (!world.db.dialect.isUnavailable(error)) throw error
        }
      }
    }
    async function buy(): Promise<string> {
      const started = await persist(() => reserve())
      if ('problems' in started) return 'turned away'
      const { gateway, reference, amount_paise } = await persist(async () =>
        startPayment(world, await gatewayFor(world, storeId), started.checkout),
      )
      const capture = { storeId, gateway, reference, amountPaise: amount_paise }
      return (await persist(() => settlePayment(world, capture))).kind
    }
    for (let round = 1; round <= ROUNDS; round++) {
      await editProduct(world, { storeId, id: productId, input: { stock: 1 } })
      const outcomes = await Promise.all(Array.from({ length: CUSTOMERS }, buy))
      assert.equal(outcomes.filter((outcome) => outcome === 'ordered').length, 1)
      assert.equal(outcomes.filter((outcome) => outcome === 'turned away').length, CUSTOMERS - 1)
      const { orders, stock, refund_tasks } = await ledger()
      assert.deepEqual({ orders, stock, refund_tasks }, { orders: round, stock: 0, refund_tasks: 0 })
    }
  })
})
