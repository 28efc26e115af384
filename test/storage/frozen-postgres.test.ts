import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct, newSeller, startTestApp } from '../help/app.ts'
import { startPostgres } from '../help/postgres-server.ts'
import { skipWithout } from '../help/services.ts'
import { until } from '../help/webhooks.ts'

test('a PostgreSQL that hangs is told as 503, and all goes on when it answers again', {
  skip: skipWithout.postgresServer,
}, async () => {
  await using server = await startPostgres()
  await using app = await startTestApp({ DATABASE_URL: server.url })
  const seller = await newSeller(app)
  const created = await seller.call('POST', '/api/products/create', aProduct())
  const read = () => seller.call('GET', `/api/products/${created.body.product_id}`)
  assert.equal((await read()).status, 200)

  server.freeze()
  const frozen = app.world.db.snapshot().then(
    () => 'taken',
    () => 'refused',
  )
  const during = await Promise.all([read(), seller.call('POST', '/api/products/create', aProduct()), read()])
  const again = await read()
  server.thaw()

  for (const { status, body } of [...during, again]) {
    assert.equal(status, 503)
    assert.deepEqual(body, { error: 'Service is temporarily unavailable' })
  }
  assert.equal(await frozen, 'refused')
  await until(async () => {
    const { open, idle } = app.world.db.load()
    return open === idle
  })
  assert.equal((await read()).status, 200)
  assert.equal((await seller.call('POST', '/api/products/create', aProduct())).status, 201)
})
