import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { haatIn, outcomeIn } from '../../harness/app/haat.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import { mailsInvariant } from '../../server/storage/invariants/mails.ts'
import { findOffenders } from '../../server/storage/invariants.ts'
import { rowsOf } from '../../server/storage/statement.ts'

test('order forget erases the customer of a finished order after --yes, and records who did it', async () => {
  await using app = await startTestApp()
  const haat = outcomeIn(app)
  const isRefused = (args: string[], message: string) => assert.rejects(haat(...args), { message })
  const seller = await newSeller(app)
  const product = await newProduct(seller)
  const { order_id } = await haatIn(app)('order', 'place', '--store', seller.store_id, '--product', product)
  const forget = ['order', 'forget', '--store', seller.store_id, '--order', order_id]
  const nameOf = async () => (await seller.call('GET', `/api/orders/${order_id}`)).body.customer.name
  await isRefused(
    [...forget, '--yes'],
    "The order is not over yet: the customer's details can be erased once it is delivered or cancelled",
  )
  const nobody = forget.with(-1, '00000000-0000-4000-8000-000000000000')
  for (const args of [nobody, [...nobody, '--yes']]) await isRefused(args, 'Order not found')
  await seller.call('PUT', `/api/orders/${order_id}/status`, { status: 'cancelled' })
  const asked = await haat(...forget)
  assert.deepEqual(asked.json, { order_id, erased: false })
  assert.match(
    asked.text,
    /^This would erase from order number 1001 the customer's name, .* It cannot be undone.* --yes$/,
  )
  assert.notEqual(await nameOf(), '')
  const done = await haat(...forget, '--yes')
  assert.deepEqual(done, {
    json: { order_id, erased: true },
    text: "The customer's details in order number 1001 are erased",
  })
  assert.equal(await nameOf(), '')
  assert.match((await haat(...forget, '--yes')).text, /were erased before$/)
  const lines = await rowsOf(app.world.db, (sql) =>
    sql.selectFrom('audit').select(['action', 'subject', 'actor']).where('store_id', '=', seller.store_id),
  )
  assert.deepEqual(lines, [
    { action: 'order.customer_erased', subject: '#1001 · Brass lamp', actor: 'The operator' },
  ])
  assert.equal((await findOffenders(app.world.db, mailsInvariant, { now: app.world.now() })).count, 0)
})
