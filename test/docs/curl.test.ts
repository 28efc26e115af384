import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { aProduct, newSeller, startTestApp } from '../../harness/app/app.ts'
import { freeAddress } from '../../harness/browser/chromium.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { plainText, shownExamples } from '../help/shown-examples.ts'

const run = promisify(execFile)
const skip = spawnSync('curl', ['--version']).error ? 'needs curl' : false

test('the examples of /docs run as pasted once the key and ids are set', { skip }, async () => {
  await using app = await startTestApp(await freeAddress())
  const seller = await newSeller(app)
  const make = async () => (await seller.call('POST', '/api/products/create', aProduct())).body.product_id
  const [PRODUCT_ID, productId] = [await make(), await make()]
  const { order_id: ORDER_ID } = await placeTestOrder(app.world, {
    storeId: seller.store_id,
    productId,
    given: {},
  })
  const env = { ...process.env, HAAT_KEY: seller.api_key, PRODUCT_ID, ORDER_ID }

  const examples = (await shownExamples(app)).filter((text) => text.startsWith('curl '))
  assert.equal(examples.length, 8)
  for (const example of examples) {
    const { stdout } = await run('sh', ['-c', `${example} --silent --write-out ' %{http_code}'`], { env })
    assert.match(stdout, / 20[01]$/, example)
  }
})

test('/docs lists the parameters of the event list and the fields of a question', async () => {
  await using app = await startTestApp()
  const page = plainText((await (await fetch(`${app.url}/docs`)).text()).replace(/<[^>]+>/g, ' '))
  assert.match(
    page,
    /after\s+integer, 0 or more, by default 0\. The number of the last event that you have\./,
  )
  assert.match(page, /limit\s+integer, 1 or more, at most 100, by default 100\./)
  assert.match(page, /question\s+\(string, 1 to 200 characters\) and\s+type\s+\(string, one of text, image\)/)
})
