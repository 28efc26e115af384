import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { orderIn, type Seller } from '../../harness/shops/orders.ts'
import { anyCharacter } from '../help/products/any-character.ts'
import { CATEGORIES, productBody } from '../help/products/product-bodies.ts'
import { type Body, createRefusal, editRefusal, shown } from '../help/products/product-model.ts'

const RUNS = 100

onEachEngine((running) => {
  const read = async ({ call }: Seller, id: string) => {
    const { id: _, store_id: __, created_at: ___, ...rest } = (await call('GET', `/api/products/${id}`)).body
    return rest as Body
  }

  test('a random product body is stored as the rules say or refused with the expected error', async () => {
    const seller = await newSeller(running.app, CATEGORIES)
    let made = 0
    await fc.assert(
      fc.asyncProperty(productBody(), async (body) => {
        running.clock.advance(60_000)
        const answer = await seller.call('POST', '/api/products/create', body)
        const refusal = createRefusal(body, CATEGORIES)
        if (refusal) {
          assert.deepEqual([answer.status, answer.body], [400, refusal])
        } else {
          assert.deepEqual([answer.status, answer.body.error], [201, undefined])
          assert.deepEqual(await read(seller, answer.body.product_id), shown(body))
          made++
        }
      }),
      { numRuns: RUNS },
    )
    assert.ok(made > RUNS / 10, `only ${made} of ${RUNS} bodies were good ones`)
  })

  test('a series of random edits leaves the product as the rules say', async () => {
    const seller = await newSeller(running.app, CATEGORIES)
    const first = { name: 'Lamp', price: 5, description: '', stock: 1 }
    const { body } = await seller.call('POST', '/api/products/create', first)
    let expected = shown(first)
    await fc.assert(
      fc.asyncProperty(productBody([]), async (changes) => {
        running.clock.advance(60_000)
        const answer = await seller.call('PUT', `/api/products/${body.product_id}/edit`, changes)
        const refusal = editRefusal(changes, CATEGORIES)
        assert.deepEqual(
          [answer.status, answer.body],
          refusal ? [400, refusal] : [200, { message: 'Product updated successfully' }],
        )
        if (!refusal) expected = shown(changes, expected)
        assert.deepEqual(await read(seller, body.product_id), expected)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  })

  test('a status change with random bytes as its body always answers 400', async () => {
    const seller = await newSeller(running.app)
    const { order } = await orderIn(running.app, seller, 'delivered')
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: anyCharacter }),
      fc.json(),
      fc.json().map((json) => `{"status":${json}}`),
      fc.json().map((json) => `{"status":"processing","tracking_url":${json}}`),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => {
        running.clock.advance(60_000)
        const answer = await fetch(`${running.app.url}/api/orders/${order}/status`, {
          method: 'PUT',
          headers: { 'x-api-key': seller.api_key, 'content-type': 'application/json' },
          body,
        })
        assert.equal(answer.status, 400)
        assert.match(((await answer.json()) as { error: string }).error, /^[A-Zst]/)
      }),
      { numRuns: RUNS },
    )
  })

  test('a random series of status changes follows the table of transitions', async () => {
    const next: Record<string, string[]> = {
      started: ['processing', 'cancelled'],
      processing: ['dispatched', 'cancelled'],
      dispatched: ['delivered', 'cancelled'],
      delivered: [],
      cancelled: [],
    }
    const status = fc.constantFrom('processing', 'dispatched', 'delivered', 'cancelled')
    const url = fc.constantFrom(undefined, null, 'https://c.example/1', 'https://c.example/2')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(status, url), { maxLength: 8 }), async (steps) => {
        running.clock.advance(60_000)
        const seller = await newSeller(running.app)
        const { order } = await orderIn(running.app, seller, 'started')
        let [at, tracking]: [string, string | null] = ['started', null]
        for (const [to, tracking_url] of steps) {
          const answer = await seller.call('PUT', `/api/orders/${order}/status`, { status: to, tracking_url })
          const possible = next[at]!.includes(to) || (at === to && next[at]!.length > 0)
          assert.equal(answer.status, possible ? 200 : 400)
          if (possible) {
            at = to
            tracking = tracking_url === undefined ? tracking : tracking_url
          }
        }
        const { body } = await seller.call('GET', `/api/orders/${order}`)
        assert.deepEqual([body.status, body.tracking_url], [at, tracking])
      }),
      { numRuns: 25 },
    )
  })
})
