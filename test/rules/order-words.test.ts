import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFound, orderWords, searchedWords } from '../../server/rules/orders/order-words.ts'
import { idsStarting } from '../../server/rules/values/uuid.ts'

const ORDER = {
  customer_name: 'José Verma',
  customer_email: 'Jose.Verma@Example.com',
  customer_phone: '+91 98765-43210',
  pincode: '560001',
  product_name: 'Brass lamp, large',
}

test('an order is found by its customer, product, address, number and pincode, however they are typed', () => {
  const asked = ['jose', 'JOSÉ VER', 'lamp brass', 'jose.verma@ex', 'Jose.Verma@Example.com', '98765']
  for (const text of [
    ...asked,
    '98765 43210',
    '+91 98765 43210',
    '09876543210',
    'verma lamp 98765',
    '560001',
    '560 001',
    '९८७६५ ४३२१०',
    '৫৬০০০১',
    'verma 5600',
  ]) {
    assert.ok(isFound(ORDER, searchedWords(text)), text)
  }
  for (const text of ['amp', 'jose rao', 'verma@example.com', '43210 98765', 'lamps', '0001']) {
    assert.ok(!isFound(ORDER, searchedWords(text)), text)
  }
})

test('an order is found by a bar code number in its product’s name', () => {
  const soap = { ...ORDER, product_name: 'Neem soap 8901030865278' }
  for (const text of ['8901030865278', '890103086', '89010308652', ' 8901030865278 ', 'soap 8901030865278']) {
    assert.ok(isFound(soap, searchedWords(text)), text)
  }
  assert.ok(!isFound({ ...ORDER, customer_phone: '1030865278' }, searchedWords('8901030865278')))
  for (const text of ['919876543210', '0091 98765 43210', '+91 (0) 98765 43210', '+91-098765-43210'])
    assert.ok(isFound(ORDER, searchedWords(text)), text)
})

test('a name or an e-mail address that ends in s is asked for as it is', () => {
  assert.deepEqual(searchedWords('Das Thomas r.das@lamps'), ['das', 'thomas', 'r.das@lamps'])
})

test('the words of an index are bounded in number and length', () => {
  assert.equal(searchedWords('a b c d e f g h').length, 6)
  assert.deepEqual(searchedWords('!!! --'), [])
  assert.ok(orderWords({ ...ORDER, customer_name: 'x'.repeat(500) }).every((word) => word.length <= 60))
  const long = 'x'.repeat(59)
  assert.deepEqual(searchedWords(`${long}𐍈 ${long}𠀀 ${long}𐍉a`), [long])
})

test('an id is recognised by a prefix of eight characters or more', () => {
  assert.deepEqual(idsStarting('0A1b2c3d'), {
    first: '0a1b2c3d-0000-0000-0000-000000000000',
    last: '0a1b2c3d-ffff-ffff-ffff-ffffffffffff',
  })
  assert.deepEqual(idsStarting('0a1b2c3d-99'), {
    first: '0a1b2c3d-9900-0000-0000-000000000000',
    last: '0a1b2c3d-99ff-ffff-ffff-ffffffffffff',
  })
  for (const text of ['0a1b2c3', '0a1b2c3d9', 'lamp-000', '0a1b2c3d--0'])
    assert.equal(idsStarting(text), undefined)
})
