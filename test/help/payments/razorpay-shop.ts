import { after, before } from 'node:test'
import { startTestApp, type TestApp } from '../../../harness/app/app.ts'
import { movableClock } from '../../../harness/app/clock.ts'
import {
  type FakePayment,
  newAccount,
  type RazorpayAccount,
  startRazorpay,
} from '../../../harness/servers/razorpay-server.ts'
import { openShop } from '../../../harness/shops/shop.ts'
import { setRazorpayKeys } from '../../../server/actions/payments/razorpay-keys.ts'
import { paymentPath } from '../../../server/rules/stores/customer-paths.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { askAllDue } from './ask-all-due.ts'
import { ONE_ORDER } from './settling.ts'

/** The ledger after one of the shop's five pieces is sold. */
export const ONE_SOLD = { ...ONE_ORDER, stock: 4 }

interface Town {
  razorpay: Awaited<ReturnType<typeof startRazorpay>>
  app: TestApp
}

/** A fake Razorpay, and an app whose shops collect through it, for the tests of one file. */
export function withRazorpay() {
  const clock = movableClock()
  const opened = new AsyncDisposableStack()
  const town = {} as Town
  before(async () => {
    town.razorpay = opened.use(await startRazorpay())
    town.app = opened.use(await startTestApp(town.razorpay.settings, { now: clock.now }))
  })
  after(() => opened.disposeAsync())

  async function liveShop(account: RazorpayAccount = newAccount(), product: object = {}) {
    const { razorpay, app } = town
    razorpay.know(account)
    const shop = await openShop(app, product)
    await setRazorpayKeys(app.world, shop.storeId, account)
    const problems = async () => {
      const rows = await rowsOf(app.world.db, (sql) =>
        sql.selectFrom('payment_problems').select('reason').where('store_id', '=', shop.storeId),
      )
      return rows.map(({ reason }) => reason)
    }
    const hook = (body: string, signature: string, storeId = shop.storeId) =>
      fetch(`${app.url}/payments/razorpay/${storeId}/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
        body,
      })
    const event = (name: string, payment: FakePayment) => {
      const { body, signature } = razorpay.webhook(account, name, payment)
      return hook(body, signature)
    }
    return { ...shop, account, problems, hook, event }
  }

  const callBack = (payment: Parameters<typeof paymentPath>[0], fields: Record<string, string>) =>
    fetch(town.app.url + paymentPath(payment), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  return { town, clock, liveShop, callBack, askAll: () => askAllDue(town.app.world) }
}
