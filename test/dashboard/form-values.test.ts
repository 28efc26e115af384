import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange, isNothing, nothing, rebase } from '../../dashboard/forms/rebase.ts'
import { changedFrom, same } from '../../dashboard/forms/same.ts'
import {
  bodyOf,
  editOf,
  newProduct,
  pairProblems,
  problemField,
  valuesOf,
} from '../../dashboard/pages/products/product/product-values.ts'

test('plain values are compared by content', () => {
  for (const [a, b] of [
    [Number.NaN, Number.NaN],
    [
      [1, { a: null }],
      [1, { a: null }],
    ],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ])
    assert.ok(same(a, b))
  for (const [a, b] of [
    [1, '1'],
    [null, {}],
    [[], {}],
    [[1], [1, 2]],
    [{ a: undefined }, { b: undefined }],
    [{ a: [1] }, { a: [2] }],
  ])
    assert.ok(!same(a, b), JSON.stringify([a, b]))
  assert.deepEqual(changedFrom({ a: [1], b: 2 }, { a: [1], b: 3 }), { b: 3 })
})

test('a form rebased on newer values keeps its own changes, and names the fields changed on both sides', () => {
  const start = { name: 'Lamp', stock: 5, price: 10, size: ['S'], note: '' }
  const mine = { ...start, stock: 4, price: 11, size: ['S', 'M'] }
  const next = { ...start, name: 'Brass lamp', stock: 3, size: ['S', 'M'], note: 'new' }
  assert.deepEqual(rebase(start, mine, next), {
    values: { name: 'Brass lamp', stock: 4, price: 11, size: ['S', 'M'], note: 'new' },
    newer: ['stock'],
  })
})

test('a form saves its draft fields beside those of another tab, and removes only its own', () => {
  interface Lamp {
    name: string
    note: string
    stock: number
  }
  const here = { mine: { note: 'Polish it' }, was: { note: '' } }
  const kept = exchange<Lamp>({ mine: { stock: 4 }, was: { stock: 5 } }, {}, here)
  assert.deepEqual(kept, { mine: { stock: 4, note: 'Polish it' }, was: { stock: 5, note: '' } })
  const named = { mine: { ...here.mine, name: 'Lamp' }, was: { ...here.was, name: '' } }
  assert.deepEqual(
    exchange<Lamp>(kept, here.mine, named).mine,
    { stock: 4, note: 'Polish it', name: 'Lamp' },
    'what was put there and did not change stays',
  )
  const theirs = { mine: { ...kept.mine, note: 'Wash it' }, was: kept.was }
  const beside = exchange<Lamp>(theirs, here.mine, named)
  assert.deepEqual(
    beside.mine,
    { stock: 4, note: 'Wash it', name: 'Lamp' },
    'only fields that are new here are added',
  )
  const saved = exchange<Lamp>(beside, named.mine, nothing())
  assert.deepEqual(saved, { mine: { stock: 4, note: 'Wash it' }, was: { stock: 5, note: '' } })
  assert.deepEqual(exchange<Lamp>(kept, here.mine, nothing()), { mine: { stock: 4 }, was: { stock: 5 } })
  assert.ok(isNothing(exchange<Lamp>(here, here.mine, nothing())))
  assert.deepEqual(exchange<Lamp>(nothing(), here.mine, named), named, 'discarded by another tab')
  assert.deepEqual(exchange<Lamp>(nothing(), {}, { mine: here.mine, was: {} }).was, {}, 'nothing is made up')
})

test('a new product is sent without its empty fields, so that the defaults apply', () => {
  const body = bodyOf({ ...newProduct(40), name: 'Lamp', description: 'Brass', price: '99.5', stock: 3 })
  assert.deepEqual([body.price, body.stock, body.shipping_cost, body.primary_image], [99.5, 3, 40, null])
  for (const name of ['current_price', 'short_description']) assert.ok(!(name in body), name)
  assert.ok(!('price' in bodyOf(newProduct(0))))
})

const saved = (texts: { long_description: string; short_description: string }) =>
  ({
    name: 'Lamp',
    origional_price: 100,
    current_price: 80,
    shipping_cost: 40,
    primary_image: '/images/a',
    images: [],
    metadata: { wood: 'teak', sides: [1, 2] },
    ...texts,
  }) as unknown as Parameters<typeof valuesOf>[0]

test('an edit sends changed fields with their former values, and emptied ones as their rule requires', () => {
  const product = saved({ long_description: 'Brass', short_description: 'B' })
  const before = valuesOf(product)
  assert.deepEqual(editOf(before, before, product), { was: {} })
  const after = { ...before, current_price: '', shipping_cost: '', short_description: '', main: null }
  assert.deepEqual(editOf(before, after, product), {
    current_price: 100,
    shipping_cost: 0,
    short_description: 'Brass',
    primary_image: null,
    was: { current_price: 80, shipping_cost: 40, short_description: 'B', primary_image: '/images/a' },
  })
  const pairs = [...before.metadata, { name: 'inch', value: '12', kind: 'text' as const }]
  assert.deepEqual(editOf(before, { ...before, metadata: pairs }, product).metadata, {
    wood: 'teak',
    sides: [1, 2],
    inch: '12',
  })
})

const LONG = `Brass lamp ${'👍'.repeat(100)}`
const beginningOf = (text: string, most: number) => [...text].slice(0, most).join('')

test('a short description made from the description is shown as an empty field, a written one as it is', () => {
  const shown = (long_description: string, short_description: string) =>
    valuesOf(saved({ long_description, short_description })).short_description
  for (const made of [beginningOf(LONG, 100), beginningOf(LONG, 50)]) assert.equal(shown(LONG, made), '')
  assert.deepEqual([shown('Brass', 'Brass'), shown('', ''), shown('Brass', '')], ['', '', ''])
  const written = [beginningOf(LONG, 49), beginningOf(LONG, 51), 'Shines']
  for (const text of written) assert.equal(shown(LONG, text), text)
})

test('an empty short description follows the description, at most 50 characters of it', () => {
  for (const short_description of [beginningOf(LONG, 100), beginningOf(LONG, 50), '']) {
    const product = saved({ long_description: LONG, short_description })
    const before = valuesOf(product)
    for (const [description, made] of [
      [`A ${LONG}`, beginningOf(`A ${LONG}`, 50)],
      ['Brass', 'Brass'],
    ] as const)
      assert.deepEqual(editOf(before, { ...before, description }, product), {
        description,
        short_description: made,
        was: { description: LONG, short_description },
      })
  }
  const product = saved({ long_description: LONG, short_description: 'Shines' })
  const before = valuesOf(product)
  const emptied = editOf(before, { ...before, short_description: '' }, product)
  assert.deepEqual(emptied, {
    short_description: beginningOf(LONG, 50),
    was: { short_description: 'Shines' },
  })
  assert.equal(editOf(before, { ...before, description: 'Clay' }, product).short_description, undefined)
  const cleared = editOf(before, { ...before, description: '', short_description: '' }, product)
  assert.equal(cleared.short_description, '')
})

test('what changes neither description sends no short one, whoever made it', () => {
  for (const short_description of [beginningOf(LONG, 100), beginningOf(LONG, 50), '', 'Shines']) {
    const product = saved({ long_description: LONG, short_description })
    const before = valuesOf(product)
    assert.deepEqual(editOf(before, before, product), { was: {} })
    const dearer = editOf(before, { ...before, shipping_cost: 50 }, product)
    assert.deepEqual(dearer, { shipping_cost: 50, was: { shipping_cost: 40 } })
  }
})

test('an edit after a save whose result was not read names the short description that the form made', () => {
  const product = saved({ long_description: LONG, short_description: beginningOf(LONG, 100) })
  const first = { ...valuesOf(product), description: `A ${LONG}` }
  const second = editOf(first, { ...first, description: 'Brass' }, product)
  assert.deepEqual(second.was, { description: `A ${LONG}`, short_description: beginningOf(`A ${LONG}`, 50) })
})

test('a short description that another person has written is kept when the description changes', () => {
  const start = valuesOf(saved({ long_description: LONG, short_description: beginningOf(LONG, 100) }))
  const theirs = saved({ long_description: LONG, short_description: 'Shines' })
  const { values, newer } = rebase(start, { ...start, description: 'Brass' }, valuesOf(theirs))
  assert.deepEqual([values.short_description, newer], ['Shines', []])
  assert.deepEqual(editOf(valuesOf(theirs), values, theirs), {
    description: 'Brass',
    was: { description: LONG },
  })
})

test('details are checked before they are sent: for invalid JSON and repeated names', () => {
  const pair = (name: string, value: string, kind: 'text' | 'json') => ({ name, value, kind })
  const problems = pairProblems([
    pair('a', '{', 'text'),
    pair('b', '{', 'json'),
    pair('c', '[1]', 'json'),
    pair('a', '{', 'json'),
  ])
  assert.deepEqual(
    [...problems].map(([place, problem]) => [problem, problemField(place, problem)]),
    [
      ['bad_json', 'metadata[1].value'],
      ['twice', 'metadata[3].name'],
    ],
  )
})
