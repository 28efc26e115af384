import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiKeyShaped, makeApiKey } from '../../server/rules/api-key.ts'
import { parseId } from '../../server/rules/values/uuid.ts'

const ID = '0b8d5f0e-7a43-4f0e-9c1d-2f6d3a1b9c7e'

test('an id is a UUID in either case, kept in lower case; anything else is no id', () => {
  assert.equal(parseId(ID), ID)
  assert.equal(parseId(ID.toUpperCase()), ID)
  for (const text of [
    '',
    'x',
    `${ID} `,
    ` ${ID}`,
    `{${ID}}`,
    ID.replaceAll('-', ''),
    `${ID}\n`,
    `${ID}0`,
    ID.replace('0', 'g'),
  ]) {
    assert.equal(parseId(text), undefined, JSON.stringify(text))
  }
})

test('a key is ht- and groups of 4, 3 and 4 letters and digits, drawn one by one', () => {
  assert.equal(
    makeApiKey(() => 0),
    'ht-AAAA-AAA-AAAA',
  )
  assert.equal(
    makeApiKey((below) => below - 1),
    'ht-9999-999-9999',
  )
  let n = 0
  assert.equal(
    makeApiKey(() => n++),
    'ht-ABCD-EFG-HIJK',
  )
  for (let i = 0; i < 100; i++) assert.ok(isApiKeyShaped(makeApiKey()))
})

test('a text of another shape is no key, and is not looked up', () => {
  for (const text of [
    '',
    'ht-AAAA-AAA-AAA',
    'ht-AAAA-AAA-AAAAA',
    'HT-AAAA-AAA-AAAA',
    'ht-AAAA-AAA-AAA_',
    'ht-AAAA-AAA-AAAA\n',
  ]) {
    assert.equal(isApiKeyShaped(text), false, JSON.stringify(text))
  }
})
