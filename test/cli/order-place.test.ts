import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { outcomeIn } from '../../harness/app/haat.ts'
import { newProduct, type Seller } from '../../harness/shops/orders.ts'
import { rowsOf } from '../../server/storage/statement.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: each test spells out the shape it expects.
const haat = (...args: string[]): Promise<any> => outcomeIn(app)(...args)

const isRefused = (args: string[], message: string) => assert.rejects(haat(...args), { message })

const NOBODY = '00000000-0000-4000-8000-000000000000'

const place = (seller: Seller, product: string, ...args: string[]) => [
  ...['order', 'place', '--store', seller.store_id, '--product', product],
  ...args,
]

test('order place fills in what is left out: a customer, an address, the first of each choice, no answers', async () => {
  const seller = await newSeller(app)
  const product = await newProduct(seller, {
    variations: ['Plain', 'Carved'],
    size: ['S', 'M'],
    colors: ['Red', 'Blue'],
    custom_questions: [{ question: 'Why?', type: 'text' }],
  })
  const { json, text } = await haat(...place(seller, product))
  assert.deepEqual(Object.keys(json), ['order_id', 'number'])
  assert.equal(json.number, 1001)
  assert.equal(text, `Placed order number 1001, with the id ${json.order_id}`)
  const { body } = await seller.call('GET', `/api/orders/${json.order_id}`)
  assert.equal(body.status, 'started')
  const { quantity, variation, size, color, special_instructions, custom_questions } = body.order_details
  assert.deepEqual(
    [quantity, variation, size, color, special_instructions, custom_questions],
    [1, 'Plain', 'S', 'Red', null, []],
  )
  assert.match(body.customer.number, /^\d{10}$/)
  assert.match(body.customer.pincode, /^\d{6}$/)
  assert.ok(body.customer.full_address.line1)
  const owed = await rowsOf(app.world.db, (sql) =>
    sql.selectFrom('mails').select('kind').where('order_id', '=', json.order_id),
  )
  assert.deepEqual(owed, [], 'nobody has that address')
})

test('order place accepts every option', async () => {
  const seller = await newSeller(app)
  const product = await newProduct(seller, {
    variations: ['Plain', 'Carved'],
    size: ['S', 'M'],
    colors: ['Red', 'Blue'],
    custom_questions: [
      { question: 'Why?', type: 'text' },
      { question: 'For whom?', type: 'text' },
    ],
  })
  const options = {
    quantity: '2',
    variation: 'Carved',
    size: 'M',
    color: 'Blue',
    instructions: 'Wrap it',
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
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const { json } = await haat(...place(seller, product, ...args, '--answer', 'Because', '--answer', 'Asha'))
  const { body } = await seller.call('GET', `/api/orders/${json.order_id}`)
  assert.deepEqual(body.customer, {
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
  })
  assert.deepEqual(body.order_details, {
    quantity: 2,
    amount: 999,
    variation: 'Carved',
    size: 'M',
    color: 'Blue',
    special_instructions: 'Wrap it',
    custom_questions: [
      { question: 'Why?', type: 'text', answer: 'Because' },
      { question: 'For whom?', type: 'text', answer: 'Asha' },
    ],
  })
})

test('order place reads numbers as a checkout does: pasted, with a prefix, in the digits of an Indian script', async () => {
  const seller = await newSeller(app)
  const product = await newProduct(seller)
  const typed = ['--quantity', '२', '--phone', '+91 98765-43210', '--pincode', '751 001']
  const { json } = await haat(...place(seller, product, ...typed))
  const { body } = await seller.call('GET', `/api/orders/${json.order_id}`)
  const { customer, order_details } = body
  assert.deepEqual([order_details.quantity, customer.number, customer.pincode], [2, '9876543210', '751001'])
})

test('order place refuses what a checkout would refuse, with its sentence, and takes no stock', async () => {
  const seller = await newSeller(app)
  const product = await newProduct(seller, {
    stock: 3,
    size: ['S', 'M'],
    custom_questions: [{ question: 'Why?', type: 'text' }],
  })
  const cases: Array<[args: string[], sentence: string]> = [
    [['--quantity', '0'], 'Enter how many you want, at least 1'],
    [['--quantity', '1.5'], 'Enter how many you want, at least 1'],
    [['--quantity', '4'], 'Only 3 left'],
    [['--size', 'XL'], 'Choose a size from the list'],
    [['--size', ''], 'Choose a size'],
    [['--color', 'Red'], 'This product has no choice of colour'],
    [['--variation', 'Plain'], 'This product has no choice of variation'],
    [['--email', 'nobody'], 'Enter an e-mail address such as name@example.com'],
    [['--phone', '12345'], 'Enter a 10-digit phone number'],
    [['--pincode', '12345'], 'Enter a 6-digit pincode'],
    [['--pincode', '012345'], 'Enter a pincode that does not begin with 0'],
    [['--name', ''], 'Enter your name'],
    [['--line1', ' '], 'Enter the house and street'],
    [['--city', ''], 'Enter the city'],
    [['--state', ''], 'Enter the state'],
    [['--country', ''], 'Enter the country'],
    [['--answer', ''], 'Answer this question'],
    [['--instructions', 'x'.repeat(501)], 'The instructions must be at most 500 characters'],
  ]
  for (const [args, sentence] of cases) await isRefused(place(seller, product, ...args), sentence)
  await isRefused(place(seller, NOBODY), 'The store has no product with that id')
  await isRefused(place({ ...seller, store_id: NOBODY }, product), 'There is no store with that id')
  const { body } = await seller.call('GET', `/api/products/${product}`)
  assert.equal(body.stock, 3)
})

test('order place refuses an inactive product and one that is sold out', async () => {
  const seller = await newSeller(app)
  const inactive = await newProduct(seller, { is_active: false })
  await isRefused(place(seller, inactive), 'This product is not for sale just now')
  const soldOut = await newProduct(seller, { stock: 0 })
  await isRefused(place(seller, soldOut), 'This product is out of stock')
})
