import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deleteStore } from '../../server/accounts/delete-store.ts'
import { setRazorpayKeys } from '../../server/actions/razorpay-keys.ts'
import { findPayment } from '../../server/storage/payments.ts'
import { findStore } from '../../server/storage/stores.ts'
import { askAllDue } from '../help/ask-all-due.ts'
import { newAccount, startRazorpay } from '../help/razorpay-server.ts'
import { onEveryEngine } from '../help/shared-app.ts'
import { openShop } from '../help/shop.ts'

const HOUR = 3_600_000
let razorpay: Awaited<ReturnType<typeof startRazorpay>>
before(async () => {
  razorpay = await startRazorpay()
})
after(() => razorpay[Symbol.asyncDispose]())

onEveryEngine('money that comes late', (open) => {
  async function liveShop() {
    const app = await open(razorpay.settings)
    const shop = await openShop(app)
    const account = razorpay.know(newAccount())
    await setRazorpayKeys(app.world, shop.storeId, account)
    return { ...shop, app, account }
  }

  for (const hours of [23.5, 24.5, 47]) {
    test(`paid ${hours} hours after it began, and told by nobody: to be returned, and the store stays until then`, async () => {
      const {
        app: { world, clock },
        storeId,
        beginPaying,
        ledger,
      } = await liveShop()
      const { name } = (await findStore(world.db, storeId))!
      const { reference, created_at } = await beginPaying()
      const nextAsk = async () =>
        (await findPayment(world.db, storeId, 'razorpay', reference))?.ask_at ?? null
      const pollUntil = async (end: number) => {
        for (let at = await nextAsk(); at !== null && at < end; at = await nextAsk()) {
          clock.set(Math.max(at, clock.now()))
          await askAllDue(world)
        }
        clock.set(end)
      }
      await pollUntil(created_at + hours * HOUR)
      razorpay.pay(reference)
      await assert.rejects(
        deleteStore(world, { storeId, typedName: name }),
        /A customer may still pay for what was begun/,
      )
      await pollUntil(created_at + 48 * HOUR + 1)
      const { orders, refund_tasks, payment_problems } = await ledger()
      assert.deepEqual(
        { orders, refund_tasks, payment_problems },
        { orders: 0, refund_tasks: 1, payment_problems: 0 },
      )
      assert.equal(await nextAsk(), null)
    })
  }
})
