import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { caller, newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { migrated } from '../../harness/services/engines.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { orderIn } from '../../harness/shops/orders.ts'
import type { Endpoint } from '../../server/http/api/endpoint.ts'
import type { Gate } from '../../server/limits/gate.ts'
import { postgresGate } from '../../server/limits/postgres-gate.ts'
import { startEndpoint } from '../help/endpoint-server.ts'
import { lateBody } from '../help/raw-socket.ts'

const ID = '00000000-0000-4000-8000-000000000000'

onEachEngine((running) => {
  test('an order that moves while the body of a request arrives slowly is decided on as it is then', async () => {
    const seller = await newSeller(running.app)
    const { order } = await orderIn(running.app, seller, 'started')
    const path = `/api/orders/${order}/status`
    const late = await lateBody(
      running.app.url,
      `PUT ${path}`,
      { 'x-api-key': seller.api_key },
      JSON.stringify({ status: 'dispatched' }),
      async () => {
        assert.equal((await seller.call('PUT', path, { status: 'processing' })).status, 200)
        running.clock.advance(2000)
      },
    )
    assert.deepEqual([late.status, late.body], [200, { message: 'Order status updated successfully' }])
  })
})

describe('what an operation begins with, on PostgreSQL,', { skip: skipWithout.postgres }, () => {
  test('is looked for while the key is being checked', async () => {
    const order: string[] = []
    const found = await answerOf({
      findByKey: async () => void order.push('look-up'),
      gate: (gate) => ({
        async admit(...who) {
          const admitted = await gate.admit(...who)
          order.push('key')
          return admitted
        },
      }),
    })
    assert.deepEqual([found, order], [{ status: 200, found: 'nothing' }, ['look-up', 'key']])
  })

  test('reaches the work', async () => {
    assert.deepEqual(await answerOf({ findByKey: async () => 'a row' }), { status: 200, found: 'a row' })
  })

  test('is left to the work if the request must happen once, since that locks the row', async () => {
    const headers = { 'idempotency-key': 'k1' }
    const answer = await answerOf({ findByKey: async () => 'a row', headers })
    assert.deepEqual(answer, { status: 200, found: 'nothing' })
  })

  test('is left to the work if it cannot be found that way', async () => {
    const fails = () => Promise.reject(new Error('The connection broke'))
    assert.deepEqual(await answerOf({ findByKey: fails }), { status: 200, found: 'nothing' })
  })
})

interface Around {
  findByKey: NonNullable<Endpoint<string>['findByKey']>
  headers?: Record<string, string>
  gate?: (gate: Gate) => Gate
}

/** The answer of an operation that only says what was found for it. */
async function answerOf({ findByKey, headers, gate = (same) => same }: Around) {
  await using database = await postgresDatabase(migrated)
  const endpoint: Endpoint<string> = {
    operation: 'read_order',
    idempotent: true,
    findByKey,
    handle: (_, found = 'nothing') => ({ status: 200, json: JSON.stringify({ found }) }),
  }
  await using server = await startEndpoint(endpoint as Endpoint, {
    settings: { DATABASE_URL: database.url },
    gate: (db) => gate(postgresGate(db)),
  })
  const path = `/api/orders/${ID}`
  const { status, body } = await caller(server.url, server.key)('GET', path, undefined, headers)
  return { status, ...body }
}
