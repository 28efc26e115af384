import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainDigits } from '#contract/plain-digits.ts'
import { keptFor } from '../../server/http/pages/payment/kept-for.ts'
import { suggestedState } from '../../server/rules/checkout/pincode-state.ts'
import { typedCount, typedDigits, typedPhone } from '../../server/rules/checkout/typed-digits.ts'
import { noOrderWords } from '../../server/rules/orders/money-words.ts'
import { headingsOf, searched } from '../../server/rules/products/shelf.ts'
import { stockWords } from '../../server/rules/products/stock-words.ts'
import { formatDate } from '../../server/rules/values/format-date.ts'
import { searchWords } from '../../server/rules/values/search-words.ts'

test('dates are said in Indian time, with short months', () => {
  assert.equal(formatDate(Date.UTC(2026, 10, 14, 10, 35)), '14 Nov 2026, 4:05 pm')
  assert.equal(formatDate(Date.UTC(2026, 8, 1, 18, 30)), '2 Sep 2026, 12:00 am')
})

test('a payment without an order is explained: why, whether it was real, and whether it is returned', () => {
  const said = (changes: object) =>
    noOrderWords('Lamp house', {
      ...{ asked_paise: 49_950, arrived_paise: 49_950, is_test: 0, returned_at: null },
      ...changes,
    })
  const [heading, rest] = said({})
  assert.equal(heading, 'Your money will be returned')
  assert.match(
    rest,
    /^Your payment arrived when it could no longer become an order\. Lamp house has been told/,
  )
  assert.deepEqual(said({ returned_at: Date.UTC(2026, 10, 14) }), [
    'Your money was returned',
    'Your payment arrived when it could no longer become an order. Lamp house returned it on 14 Nov 2026. Your bank may need some days to show it.',
  ])
  assert.match(
    said({ arrived_paise: 44_950 })[1],
    /^Your payment of ₹449\.50 could not become an order, since ₹499\.50 was asked for\. Lamp house has been told to/,
  )
  assert.deepEqual(said({ is_test: 1 }), [
    'There is no order',
    'Your payment could not become one. This was a test: no money was taken.',
  ])
})

test('a pincode suggests its state by the longest digits that fit', () => {
  for (const [pincode, state] of [
    ['110001', 'Delhi'],
    ['403001', 'Goa'],
    ['400001', 'Maharashtra'],
    ['737101', 'Sikkim'],
    ['834001', 'Jharkhand'],
    ['990001', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(suggestedState(pincode), state, pincode)
  }
})

test('phone numbers are accepted as people type them, and nothing else is turned into one', () => {
  for (const typed of ['9876543210', '+91 98765 43210', '098765-43210', '0091 98765 43210', '919876543210']) {
    assert.equal(typedPhone(typed), '9876543210', typed)
  }
  for (const typed of ['\u202a+91 98765–43210\u202c', '९८७६५ ४३२१०', '௯௮௭௬௫௪௩௨௧௦', '９８７６５４３２１０']) {
    assert.equal(typedPhone(typed), '9876543210', typed)
  }
  for (const typed of ['+91 (0) 98765 43210', '+91 098765 43210', '0091 0 98765 43210']) {
    assert.equal(typedPhone(typed), '9876543210', typed)
  }
  assert.equal(typedPhone('0123456789'), '0123456789')
  assert.equal(typedPhone('9198765'), '9198765')
  assert.equal(typedPhone('98765432101'), '98765432101')
})

test('pincodes and counts are accepted as people type them, without losing a sign', () => {
  assert.deepEqual(['560 001', '560-001', '\u200e५६०००१'].map(typedDigits), Array(3).fill('560001'))
  assert.deepEqual([' ૧૨ ', '-1', '1 0'].map(typedCount), ['12', '-1', '1 0'])
})

test('the digits of every script used in India are read, and full-width ones', () => {
  const scripts = [
    '٠١٢٣٤٥٦٧٨٩',
    '۰۱۲۳۴۵۶۷۸۹',
    '०१२३४५६७८९',
    '০১২৩৪৫৬৭৮৯',
    '੦੧੨੩੪੫੬੭੮੯',
    '૦૧૨૩૪૫૬૭૮૯',
    '୦୧୨୩୪୫୬୭୮୯',
    '௦௧௨௩௪௫௬௭௮௯',
    '౦౧౨౩౪౫౬౭౮౯',
    '೦೧೨೩೪೫೬೭೮೯',
    '൦൧൨൩൪൫൬൭൮൯',
    '᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙',
    '꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹',
    '０１２３４５６７８９',
  ]
  for (const digits of scripts) assert.equal(plainDigits(digits), '0123456789', digits)
})

test('stock is put into words', () => {
  assert.deepEqual([-1, 0, 1, 5, 6].map(stockWords), [
    'Out of stock',
    'Out of stock',
    'Only 1 left',
    'Only 5 left',
    'In stock',
  ])
})

test('a text is found by its words, in any case and without Latin accents', () => {
  assert.deepEqual(searchWords('Café  CAFE, brass-lamp 7'), ['cafe', 'brass', 'lamp', '7'])
  assert.deepEqual(searchWords('पीतल का दीया'), ['पीतल', 'का', 'दीया'])
  assert.deepEqual(searchWords(' -- '), [])
})

test('a search drops a word that is a prefix of another', () => {
  assert.deepEqual(searched('la lamp brass'), [{ startsWith: 'word lamp' }, { startsWith: 'word brass' }])
})

test('an inactive product is under no heading that customers read', () => {
  const product = { name: 'Brass lamp', categories: '["Home"]', is_active: 1 }
  assert.deepEqual(headingsOf(product, ['c1']), [
    'all',
    'category c1',
    'word brass',
    'word lamp',
    'word home',
  ])
  const hidden = headingsOf({ ...product, is_active: 0 }, ['c1'])
  assert.deepEqual(
    hidden.filter((heading) => /^(all|category|word)/.test(heading)),
    [],
  )
})

test('the time that pieces are kept is shown in whole minutes, and when it is over', () => {
  const [until, MINUTE] = [1_000_000, 60_000]
  const kept = (before: number) => keptFor(until, until - before)
  assert.equal(kept(15 * MINUTE - 1), 'It is kept for you for another 15 minutes.')
  assert.equal(kept(1), 'It is kept for you for another minute.')
  assert.match(kept(0), /no longer kept for you, but you can still pay/)
  assert.equal(keptFor(undefined, until), kept(0))
})
