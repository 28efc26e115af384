import { after, before } from 'node:test'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { newAccount, startRazorpay } from '../../../harness/servers/razorpay-server.ts'
import { openShop } from '../../../harness/shops/shop.ts'
import { setRazorpayKeys } from '../../../server/actions/payments/razorpay-keys.ts'
import { paymentPath } from '../../../server/rules/stores/customer-paths.ts'

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>

/** Runs the tests on every engine with one shared fake Razorpay. `begin` starts a payment in a new shop. */
export function razorpayOnEachEngine(
  title: string,
  settings: Record<string, string>,
  suite: (begin: (product?: object) => ReturnType<typeof beginPaying>) => void,
) {
  let razorpay: Razorpay
  before(async () => {
    razorpay = await startRazorpay()
  })
  after(() => razorpay[Symbol.asyncDispose]())
  openOnEachEngine(title, (open) =>
    suite(async (product) =>
      beginPaying(razorpay, await open({ ...razorpay.settings, ...settings }), product),
    ),
  )
}

type App = Awaited<ReturnType<Parameters<Parameters<typeof openOnEachEngine>[1]>[0]>>

async function beginPaying(razorpay: Razorpay, app: App, product?: object) {
  const shop = await openShop(app, product)
  const account = razorpay.know(newAccount())
  await setRazorpayKeys(app.world, shop.storeId, account)
  const payment = await shop.beginPaying()
  const post = async (fields: Record<string, string>, to = payment) => {
    const body = new URLSearchParams(fields)
    return (await fetch(app.url + paymentPath(to), { method: 'POST', body, redirect: 'manual' })).status
  }
  return { razorpay, app, shop, account, payment, post }
}
