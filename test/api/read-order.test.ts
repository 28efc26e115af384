import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct, type Seller } from '../../harness/shops/orders.ts'
import { rowsOf } from '../../server/storage/statement.ts'

const read = (seller: Seller, id: string) => seller.call('GET', `/api/orders/${id}`)

const CUSTOMER = {
  name: 'Meera Iyer',
  email: 'meera@example.com',
  phone: '9123456780',
  pincode: '600001',
  line1: '4 Beach Road',
  line2: 'Mylapore',
  city: 'Chennai',
  state: 'Tamil Nadu',
  country: 'India',
}

onEachEngine((running) => {
  describe('200', () => {
    test('returns every field as it was bought', async () => {
      const seller = await newSeller(running.app)
      const product = await newProduct(seller, {
        name: 'Silk dupatta',
        current_price: 450.25,
        shipping_cost: 49.5,
        primary_image: 'https://pictures.example.com/1.jpg',
        variations: ['Plain', 'Striped'],
        size: ['S', 'M'],
        colors: ['Indigo'],
        custom_questions: [
          { question: 'Which name?', type: 'text' },
          { question: 'Which picture?', type: 'image' },
        ],
      })
      const id = await newOrder(running.app, seller, product, {
        ...CUSTOMER,
        quantity: '3',
        variation: 'Striped',
        size: 'M',
        color: 'Indigo',
        special_instructions: 'Wrap it, please',
        answers: ['Asha', 'https://pictures.example.com/face.jpg'],
      })
      const { status, body, headers } = await read(seller, id)
      assert.equal(status, 200)
      assert.deepEqual(body, {
        id,
        created_at: new Date(running.clock.now()).toISOString(),
        product_id: product,
        product_name: 'Silk dupatta',
        product_image: 'https://pictures.example.com/1.jpg',
        status: 'started',
        customer: {
          name: 'Meera Iyer',
          email: 'meera@example.com',
          number: '9123456780',
          full_address: {
            line1: '4 Beach Road',
            line2: 'Mylapore',
            city: 'Chennai',
            state: 'Tamil Nadu',
            country: 'India',
          },
          pincode: '600001',
        },
        order_details: {
          quantity: 3,
          amount: 1400.25,
          variation: 'Striped',
          size: 'M',
          color: 'Indigo',
          special_instructions: 'Wrap it, please',
          custom_questions: [
            { question: 'Which name?', type: 'text', answer: 'Asha' },
            { question: 'Which picture?', type: 'image', answer: 'https://pictures.example.com/face.jpg' },
          ],
        },
        rating: null,
        review: null,
        tracking_url: null,
      })
      const [{ payload }] = (await seller.call('GET', '/api/events')).body.events
      assert.deepEqual(payload.order_details, body.order_details)
      assert.deepEqual(payload.customer, {
        ...body.customer,
        full_address: '4 Beach Road, Mylapore, Chennai, Tamil Nadu, India',
      })
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('x-api-version'), 'v1')
      assert.equal(headers.get('x-ratelimit-limit'), '50')
      assert.equal(headers.get('x-ratelimit-remaining'), '49')
      assert.equal(headers.get('x-ratelimit-reset'), String(running.clock.now() / 1000 + 60))
    })

    test('gives null for choices not made, and an empty string for a missing image', async () => {
      const seller = await newSeller(running.app)
      const id = await newOrder(running.app, seller, await newProduct(seller))
      const { body } = await read(seller, id)
      assert.deepEqual(body.order_details, {
        quantity: 1,
        amount: 499.5,
        variation: null,
        size: null,
        color: null,
        special_instructions: null,
        custom_questions: [],
      })
      assert.equal(body.product_image, '')
      assert.equal('line2' in body.customer.full_address, false)
      await rowsOf(running.app.world.db, (sql) =>
        sql.updateTable('orders').set({ address: null }).where('id', '=', id),
      )
      assert.equal((await read(seller, id)).body.customer.full_address, null)
    })

    test('stays as it was bought when the product is edited', async () => {
      const seller = await newSeller(running.app)
      const product = await newProduct(seller, {
        current_price: 100,
        primary_image: 'https://a.example/1.png',
        custom_questions: [{ question: 'Why?', type: 'text' }],
      })
      const id = await newOrder(running.app, seller, product, { answers: ['Because'] })
      const before = (await read(seller, id)).body
      const changes = {
        name: 'Something else',
        price: 1,
        current_price: 2,
        shipping_cost: 3,
        primary_image: null,
        custom_questions: [],
      }
      assert.equal((await seller.call('PUT', `/api/products/${product}/edit`, changes)).status, 200)
      assert.deepEqual((await read(seller, id)).body, before)
    })

    test('charges shipping once, and nothing for a free product', async () => {
      const seller = await newSeller(running.app)
      const cheap = await newProduct(seller, { current_price: 0.1, shipping_cost: 0.2, stock: 3 })
      const amounts = [
        await newOrder(running.app, seller, cheap, { quantity: '3' }),
        await newOrder(running.app, seller, await newProduct(seller, { current_price: 0 })),
      ].map(async (id) => (await read(seller, id)).body.order_details.amount)
      assert.deepEqual(await Promise.all(amounts), [0.5, 0])
    })

    test('takes the id in capitals', async () => {
      const seller = await newSeller(running.app)
      const id = await newOrder(running.app, seller, await newProduct(seller))
      assert.equal((await read(seller, id.toUpperCase())).body.id, id)
    })
  })

  test('403 for an order of another store, whatever its status', async () => {
    const [owner, other] = [await newSeller(running.app), await newSeller(running.app)]
    const id = await newOrder(running.app, owner, await newProduct(owner))
    for (const asked of [id, id.toUpperCase()]) {
      const { status, body, headers } = await read(other, asked)
      assert.equal(status, 403)
      assert.deepEqual(body, { error: 'Order does not belong to this store' })
      assert.equal(headers.get('x-ratelimit-limit'), '50')
    }
  })

  test('404 for an unknown id and for a malformed one', async () => {
    const seller = await newSeller(running.app)
    const product = await newProduct(seller)
    for (const id of ['00000000-0000-4000-8000-000000000000', product, 'x', '%', '%00', 'a'.repeat(20_000)]) {
      const { status, body } = await read(seller, id)
      assert.equal(status, 404)
      assert.deepEqual(body, { error: 'Order not found' })
    }
  })
})
