import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { onEachEngine, type Running } from '../../harness/app/on-each-engine.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { changeOrderStatus } from '../../server/actions/orders/change-order-status.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { startPayment } from '../../server/actions/payments/start-payment.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { MINUTE_MS } from '../../server/rules/values/durations.ts'
import type { PaymentRow } from '../../server/storage/payments/payment-rows.ts'
import { moneyGateway } from '../help/payments/money.ts'

const HELD_MS = 15 * MINUTE_MS

type Step =
  | { do: 'reserve'; quantity: number }
  | { do: 'pay'; which: number }
  | { do: 'payAgain'; which: number }
  | { do: 'wait'; minutes: number }
  | { do: 'setStock'; stock: number }
  | { do: 'switch'; active: boolean }
  | { do: 'cancel'; which: number; dispatched: boolean }

const which = fc.nat({ max: 20 })
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('reserve' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('payAgain' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 14, 15) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('setStock' as const), stock: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), active: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), which, dispatched: fc.boolean() }),
  },
)

interface Held {
  payment: PaymentRow
  quantity: number
  until: number
  outcome: 'open' | 'ordered' | 'refund_due'
  orderId?: string
}

/** A model of all rules on stock in a few lines, as a shopkeeper would keep them on paper. */
class Paper {
  stock = 3
  cancelled = 0
  active = true
  held: Held[] = []

  free = (now: number, except?: Held) =>
    this.stock -
    this.held
      .filter((each) => each !== except && each.outcome === 'open' && each.until > now)
      .reduce((sum, { quantity }) => sum + quantity, 0)

  canReserve = (quantity: number, now: number) => this.active && quantity <= this.free(now)

  pay(each: Held, now: number): 'ordered' | 'refund_due' {
    if (each.outcome !== 'open') return each.outcome
    const enough = each.until > now ? this.stock >= each.quantity : this.free(now, each) >= each.quantity
    each.outcome = enough ? 'ordered' : 'refund_due'
    if (enough) this.stock -= each.quantity
    return each.outcome
  }
}

/** Runs the same steps on the service as on the model. */
async function replay({ app, clock }: Running, all: readonly Step[]) {
  const { world } = app
  const { storeId, productId, reserve, ledger } = await openShop(app, { stock: 3 })
  const paper = new Paper()
  const edit = (input: object) => editProduct(world, { storeId, id: productId, input })
  const pick = (index: number) => paper.held[index % paper.held.length]
  const settle = ({ payment: { gateway, reference, amount_paise: amountPaise } }: Held) =>
    settlePayment(world, { storeId, gateway, reference, amountPaise })

  const perform: { [Name in Step['do']]: (step: Extract<Step, { do: Name }>) => Promise<void> } = {
    async reserve({ quantity }) {
      const expected = paper.canReserve(quantity, clock.now())
      const started = await reserve({ quantity: String(quantity) })
      assert.equal('checkout' in started, expected)
      if (!('checkout' in started)) return
      const payment = await startPayment(world, moneyGateway(world), started.checkout)
      paper.held.push({ payment, quantity, until: clock.now() + HELD_MS, outcome: 'open' })
    },
    async pay(step) {
      const each = pick(step.which)
      if (!each) return
      const isFirst = each.outcome === 'open'
      const expected = paper.pay(each, clock.now())
      const settled = await settle(each)
      assert.equal(settled.kind, expected)
      if (settled.kind === 'ordered' && isFirst) each.orderId = settled.orderId
    },
    payAgain: async ({ which: index }) => {
      for (let i = 0; i < 2; i++) await perform.pay({ do: 'pay', which: index })
    },
    wait: async ({ minutes }) => clock.advance(minutes * MINUTE_MS),
    async setStock({ stock }) {
      paper.stock = stock
      await edit({ stock })
    },
    async switch({ active }) {
      paper.active = active
      await edit({ is_active: active })
    },
    async cancel({ which: index, dispatched }) {
      const sold = paper.held.filter(({ orderId }) => orderId)
      const each = sold[index % sold.length]
      if (!each) return
      const move = (status: 'processing' | 'dispatched' | 'cancelled') =>
        changeOrderStatus(world, { storeId, orderId: each.orderId!, status, source: 'api', actor: 'test' })
      if (dispatched) await move('processing').then(() => move('dispatched'))
      await move('cancelled')
      if (!dispatched) paper.stock += each.quantity
      paper.cancelled++
      delete each.orderId
    },
  }
  for (const step of all) await (perform[step.do] as (step: Step) => Promise<void>)(step)
  const { stock, orders, refund_tasks } = await ledger()
  const count = (outcome: Held['outcome']) => paper.held.filter((each) => each.outcome === outcome).length
  assert.deepEqual(
    { stock, orders, refund_tasks },
    {
      stock: paper.stock,
      orders: count('ordered'),
      refund_tasks: count('refund_due') + paper.cancelled,
    },
  )
}

onEachEngine((running) => {
  test('after random steps of customers and seller, stock, orders and refunds match a model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), (all) => replay(running, all)),
      { numRuns: running.engine === 'sqlite' ? 60 : 20, endOnFailure: true },
    )
  })
})

onEachEngine((running) => {
  test('simultaneous customers never oversell the stock, and no money is lost', async () => {
    const numRuns = running.engine === 'sqlite' ? 20 : 10
    const quantities = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(quantities, fc.nat({ max: 12 }), fc.boolean(), (wanted, stock, late) =>
        crowd(running, wanted, stock, late),
      ),
      { numRuns, endOnFailure: true },
    )
  })
})

/** All customers reserve at once, then pay at once, in time or late, while the seller raises the stock by one. */
async function crowd({ app, clock }: Running, wanted: number[], stock: number, late: boolean) {
  const { world } = app
  const { storeId, reserve, ledger } = await openShop(app, { stock })
  const started = await Promise.all(wanted.map((quantity) => reserve({ quantity: String(quantity) })))
  const checkouts = started.flatMap((each) => ('checkout' in each ? [each.checkout] : []))
  const held = checkouts.reduce((sum, { quantity }) => sum + quantity, 0)
  assert.ok(held <= stock)
  if (late) clock.advance(HELD_MS)
  const newcomers = await Promise.all(
    late ? wanted.map((quantity) => reserve({ quantity: String(quantity) })) : [],
  )
  const all = [...checkouts, ...newcomers.flatMap((each) => ('checkout' in each ? [each.checkout] : []))]
  const settled = await Promise.all(
    all.map(async (checkout) => {
      const { gateway, reference, amount_paise } = await startPayment(world, moneyGateway(world), checkout)
      const capture = { storeId, gateway, reference, amountPaise: amount_paise }
      const [{ kind }] = await Promise.all([settlePayment(world, capture), settlePayment(world, capture)])
      return { kind, quantity: checkout.quantity }
    }),
  )
  const sold = settled.filter(({ kind }) => kind === 'ordered')
  const pieces = sold.reduce((sum, { quantity }) => sum + quantity, 0)
  const { orders, refund_tasks, stock: left } = await ledger()
  assert.equal(left, stock - pieces)
  assert.equal(orders, sold.length)
  assert.equal(orders + refund_tasks, all.length)
  if (!late) assert.equal(refund_tasks, 0, 'a payment in time gets the reserved stock')
}
