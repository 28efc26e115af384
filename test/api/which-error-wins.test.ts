import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aProduct, newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { orderIn, type Seller } from '../../harness/shops/orders.ts'

/** A request in which everything is wrong. Each step fixes what the step before was refused for. */
interface Try {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

type Step = [mend: (request: Try) => void, status: number, error: string | undefined]

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const LOST = 'images[0] is no longer kept here: upload it again, or leave it out'
const BAD_UTF8 = Uint8Array.of(0x7b, 0xff, 0x7d)

onEachEngine((running) => {
  async function send({ method, path, headers, body }: Try) {
    const answer = await fetch(running.app.url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    const { error } = (await answer.json()) as { error?: string }
    return [answer.status, error]
  }

  async function walk(request: Try, steps: Step[]) {
    for (const [mend, status, error] of steps) {
      running.clock.advance(60_000)
      mend(request)
      assert.deepEqual(await send(request), [status, error])
    }
  }

  const set =
    (part: Partial<Try>) =>
    (request: Try): void =>
      void Object.assign(request, part)
  const header = (name: string, value: string) => (request: Try) => {
    request.headers[name] = value
    if (value === '') delete request.headers[name]
  }
  const withKey = ({ api_key }: Seller) => header('x-api-key', api_key)
  const json = (value: unknown) => set({ body: JSON.stringify(value) })
  const lost = ({ store_id }: Seller) =>
    `${running.app.world.publicUrl}/images/${store_id}/${'0'.repeat(64)}.png`
  const large = 'x'.repeat(64 * 1024 + 1)

  test('changing a status: path, key, size, type, encoding, syntax, object, rules, existence, owner, state', async () => {
    const [seller, other] = [await newSeller(running.app), await newSeller(running.app)]
    const { order } = await orderIn(running.app, seller, 'delivered')
    const { order: theirs } = await orderIn(running.app, other, 'delivered')
    const path = `/api/orders/${UNKNOWN}/status`
    const request: Try = {
      method: 'PUT',
      path: `${path}es`,
      headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'idempotency-key': 'é' },
      body: large,
    }
    await walk(request, [
      [() => {}, 404, 'Not found'],
      [set({ path }), 401, 'Missing API key'],
      [header('x-api-key', 'wrong'), 401, 'Invalid API key'],
      [withKey(seller), 413, 'Request body is too large'],
      [set({ body: BAD_UTF8 }), 400, 'Content-Type must be application/json'],
      [header('content-type', 'application/json; charset=utf-8'), 400, 'Content-Encoding is not supported'],
      [header('content-encoding', 'identity'), 400, 'Invalid JSON body'],
      [set({ body: '{"status":' }), 400, 'Invalid JSON body'],
      [set({ body: '[]' }), 400, 'Request body must be a JSON object'],
      [set({ body: '{}' }), 400, 'Idempotency-Key must be 1 to 255 characters'],
      [header('idempotency-key', 'a key'), 400, 'Status is required'],
      [
        json({ status: 'started', tracking_url: 'x' }),
        400,
        'Status must be one of: processing, dispatched, cancelled, delivered',
      ],
      [json({ status: 'processing', tracking_url: 'x' }), 400, 'tracking_url must be a valid HTTPS URL'],
      [json({ status: 'processing' }), 404, 'Order not found'],
      [set({ path: `/api/orders/${theirs}/status` }), 403, 'Order does not belong to this store'],
      [
        set({ path: `/api/orders/${order}/status` }),
        400,
        'Cannot update order status. Order is already delivered.',
      ],
    ])
  })

  test('editing a product: key, syntax, object, rules, nothing to do, existence, categories', async () => {
    const seller = await newSeller(running.app)
    const { product } = await orderIn(running.app, seller, 'started')
    const request: Try = {
      method: 'PUT',
      path: `/api/products/${UNKNOWN}/edit`,
      headers: {},
      body: '{"name":"x","categories":["Unknown"]',
    }
    await walk(request, [
      [() => {}, 401, 'Missing API key'],
      [withKey(seller), 400, 'Content-Type must be application/json'],
      [header('content-type', 'APPLICATION/JSON'), 400, 'Invalid JSON body'],
      [set({ body: 'null' }), 400, 'Request body must be a JSON object'],
      [json({ name: 'x', categories: ['Unknown'] }), 400, 'Name must be between 3 and 30 characters'],
      [json({ nmae: 'Lamp' }), 400, 'No valid fields to update'],
      [
        json({ name: 'Lamp', categories: ['Unknown'] }),
        404,
        'Product not found or does not belong to this store',
      ],
      [set({ path: `/api/products/${product}/edit` }), 400, 'All categories must be in store categories'],
      [json({ name: 'Lamp' }), 200, undefined],
      [json({ categories: ['Unknown'], images: [lost(seller)] }), 400, LOST],
    ])
  })

  test('creating a product: key, type, encoding, syntax, object, idempotency key, required, rules, categories', async () => {
    const seller = await newSeller(running.app)
    const request: Try = {
      method: 'POST',
      path: '/api/products/create',
      headers: { 'content-encoding': 'br', 'idempotency-key': 'x'.repeat(256) },
      body: '"text',
    }
    await walk(request, [
      [() => {}, 401, 'Missing API key'],
      [withKey(seller), 400, 'Content-Type must be application/json'],
      [header('content-type', 'application/json'), 400, 'Content-Encoding is not supported'],
      [header('content-encoding', ''), 400, 'Invalid JSON body'],
      [set({ body: '"text"' }), 400, 'Request body must be a JSON object'],
      [json({ name: 5, stock: -1 }), 400, 'Idempotency-Key must be 1 to 255 characters'],
      [header('idempotency-key', 'x'.repeat(255)), 400, 'name, price, description, and stock are required'],
      [json(aProduct({ categories: ['Unknown'], metadata: [] })), 400, 'metadata must be an object'],
      [json(aProduct({ categories: ['Unknown'] })), 400, 'All categories must be in store categories'],
      [json(aProduct({ categories: ['Unknown'], images: [lost(seller)] })), 400, LOST],
      [json(aProduct()), 201, undefined],
    ])
  })

  describe('the limit', () => {
    test('wins over every error of the body, its size included, and of the order', async () => {
      const seller = await newSeller(running.app)
      const path = `/api/orders/${UNKNOWN}/status`
      for (let i = 0; i < 20; i++) await seller.call('PUT', path, {})
      const request: Try = {
        method: 'PUT',
        path,
        headers: { 'x-api-key': seller.api_key, 'content-type': 'text/plain' },
        body: large,
      }
      assert.deepEqual(await send(request), [429, 'Rate limit exceeded'])
    })
  })

  test('deleting: existence and ownership before active orders', async () => {
    const [owner, other] = [await newSeller(running.app), await newSeller(running.app)]
    const { product } = await orderIn(running.app, owner, 'started')
    const request: Try = {
      method: 'DELETE',
      path: `/api/products/${product}`,
      headers: { 'x-api-key': other.api_key },
      body: undefined,
    }
    assert.deepEqual(await send(request), [404, 'Product not found or does not belong to this store'])
  })
})
