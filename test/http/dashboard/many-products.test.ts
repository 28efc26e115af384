import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  cheaperWithoutSale,
  pricesAfterSale,
  usefulChanges,
} from '../../../dashboard/pages/products/many/many-changes.ts'
import { aProduct, type TestApp } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { join, newOwner, newPerson } from '../../../harness/shops/dashboard.ts'
import { placeOrder } from '../../../harness/shops/dashboard-shop.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>

const create = async ({ ask, store }: Owner, fields: object = {}) =>
  (await ask('createProduct', { store, ...aProduct(fields) })).product_id

const shelf = async (app: TestApp, many: number) => {
  const owner = await newOwner(app)
  const products: string[] = []
  for (let n = 0; n < many; n++) products.push(await create(owner))
  return { ...owner, products }
}

const read = async ({ ask, store }: Owner, product: string) =>
  (await ask('readProduct', { store, product })).product

openOnEachEngine('many products in the dashboard', (open) => {
  test('are hidden and shown, in the storefront too, and those already so are reported', async () => {
    const app = await open()
    const owner = await shelf(app, 4)
    const { ask, store, products } = owner
    const theirs = await newOwner(app)
    const foreign = await create(theirs)
    const nobody = randomUUID()
    await ask('editProduct', { store, product: products[0]!, is_active: false })
    app.clock.advance(1000)
    const asked = { store, products: [...products, foreign, nobody], change: 'hide' }
    assert.deepEqual(await ask('changeProducts', asked), {
      done: products.slice(1),
      already: products.slice(0, 1),
      refused: [
        { id: foreign, reason: 'gone' },
        { id: nobody, reason: 'gone' },
      ],
    })
    assert.equal((await read(theirs, foreign)).is_active, true)
    assert.equal((await ask('listProducts', { store, filter: 'hidden' })).items.length, 4)
    assert.equal((await ask('listProducts', { store, filter: 'active' })).items.length, 0)
    const { items } = await ask('listAudit', { store })
    const lines = items.filter(({ at }) => Date.parse(at) === app.world.now())
    assert.deepEqual(
      lines.map(({ action, detail, actor }) => [action, detail, actor].join()),
      ['product.edited,is_active,Asha', 'product.edited,is_active,Asha', 'product.edited,is_active,Asha'],
    )
    const { done } = await ask('changeProducts', { store, products, change: 'show' })
    assert.deepEqual(done, products)
    const slug = (await ask('readSettings', { store })).slug
    assert.equal((await (await fetch(`${app.url}/s/${slug}`)).text()).match(/\/p\//g)?.length, 4)
  })

  test('a sale takes a percentage off the price, never raises a lower selling price, and can be ended', async () => {
    const app = await open()
    const owner = await newOwner(app)
    const { ask, call, store } = owner
    const plain = await create(owner, { price: 499 })
    const cheap = await create(owner, { price: 499, current_price: 300 })
    const reduced = await create(owner, { price: 499, current_price: 300, is_sale: true })
    const products = [plain, cheap, reduced]
    const prices = async () =>
      Promise.all(
        products.map(async (id) => {
          const { current_price, is_sale } = await read(owner, id)
          return `${current_price} ${is_sale}`
        }),
      )
    const tenth = { store, products, change: 'sale', percent: 10 }
    assert.deepEqual(await ask('changeProducts', tenth), {
      done: [plain, reduced],
      already: [],
      refused: [{ id: cheap, reason: 'cheaper' }],
    })
    assert.deepEqual(await prices(), ['449 true', '300 false', '449 true'])
    assert.deepEqual((await ask('changeProducts', tenth)).already, [plain, reduced])
    await ask('editProduct', { store, product: plain, price: 599.1 })
    const seen = { store, products, change: 'end_sale', prices: ['499', '499', '499'] }
    assert.deepEqual(await ask('changeProducts', seen), {
      done: [reduced],
      already: [cheap],
      refused: [{ id: plain, reason: 'repriced' }],
    })
    assert.deepEqual(await prices(), ['449 true', '300 false', '499 false'])
    const short = await call('changeProducts', { ...seen, prices: ['599.1'] })
    assert.deepEqual(short.body.fields, { prices: 'prices must have one for each of the products' })
    const ended = await ask('changeProducts', { ...seen, prices: ['599.1', '499', '499'] })
    assert.deepEqual([ended.done, ended.already], [[plain], [cheap, reduced]])
    assert.deepEqual(await prices(), ['599.1 false', '300 false', '499 false'])
    const details = (await ask('listAudit', { store })).items.map(({ detail }) => detail)
    assert.equal(details.filter((each) => each === 'current_price, is_sale').length, 4)
    for (const percent of [0, 91, undefined]) {
      const { body } = await call('changeProducts', { ...tenth, ...{ percent } } as typeof tenth)
      assert.deepEqual(body.fields, { percent: 'percent must be between 1 and 90' })
    }
  })

  test('a sale of 1 to 90 percent marks a product that already sells at that price', async () => {
    const owner = await newOwner(await open())
    const { ask, store } = owner
    const [least, most] = [
      await create(owner, { price: 500, current_price: 495 }),
      await create(owner, { price: 500, current_price: 50 }),
    ]
    for (const [product, percent] of [
      [least, 1],
      [most, 90],
    ] as const) {
      const { done } = await ask('changeProducts', { store, products: [product], change: 'sale', percent })
      assert.deepEqual(done, [product])
      assert.equal((await read(owner, product)).is_sale, true)
    }
  })

  test('follow the rule for one when deleted, and two sellers at once delete each only once', async () => {
    const app = await open()
    const owner = await shelf(app, 8)
    const { ask, store, products } = owner
    const [sold, ...others] = products
    await placeOrder(app, { store, product: sold! })
    const helper = await newPerson(app, 'Ravi')
    await join(app, store, helper, 'staff')
    const asked = { store, change: 'delete' }
    const [one, other] = await Promise.all([
      ask('changeProducts', { ...asked, products }),
      helper.ask('changeProducts', { ...asked, products: products.toReversed() }),
    ])
    assert.deepEqual([...one.done, ...other.done].toSorted(), others.toSorted())
    assert.deepEqual([...one.already, ...other.already].toSorted(), others.toSorted())
    for (const { refused } of [one, other]) assert.deepEqual(refused, [{ id: sold, reason: 'active_orders' }])
    const { items } = await ask('listProducts', { store })
    assert.deepEqual(
      items.map(({ id }) => id),
      [sold],
    )
    const { items: log } = await ask('listAudit', { store })
    assert.equal(log.filter(({ action }) => action === 'product.deleted').length, others.length)
  })

  test('at most a hundred are accepted, and only known changes', async () => {
    const app = await open()
    const { call, store } = await newOwner(app)
    const products = Array.from({ length: 101 }, () => randomUUID())
    const tooMany = await call('changeProducts', { store, products, change: 'hide' })
    assert.equal(tooMany.body.error, 'Choose at most 100 at a time')
    const unknown = await call('changeProducts', { store, products: products.slice(1), change: 'burn' })
    assert.equal(unknown.body.error, 'change must be one of: show, hide, sale, end_sale, delete')
  })
})

test('a change that would affect none of the chosen products is not offered', () => {
  const shown = { is_active: true, is_sale: false }
  assert.deepEqual(usefulChanges([shown]), ['hide', 'sale', 'delete'])
  assert.deepEqual(usefulChanges([shown, { is_active: false, is_sale: true }]), [
    ...(['show', 'hide', 'sale', 'end_sale', 'delete'] as const),
  ])
})

test('the preview of a sale counts the lower prices that are lost, and shows what customers will pay after it', () => {
  const lamp = { id: 'a', name: 'Lamp', price: 500, current_price: 500, is_sale: false }
  const cheaper = { ...lamp, id: 'b', current_price: 450 }
  const onSale = { ...lamp, id: 'c', current_price: 400, is_sale: true }
  const marked = { ...lamp, id: 'd', is_sale: true }
  assert.equal(cheaperWithoutSale([lamp, cheaper, onSale, marked]), 1)
  assert.deepEqual(pricesAfterSale([lamp, cheaper, onSale, marked]), [
    { id: 'c', name: 'Lamp', before: 400, after: 500 },
  ])
})
