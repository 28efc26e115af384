import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSwept } from '../../server/actions/images/swept-pictures.ts'

const STORE = '0190a3b0-0000-7000-8000-000000000001'
const HERE = { publicUrl: 'https://shop.example.com' }
const PATH = `/images/${STORE}/${'0123456789abcdef'.repeat(4)}.gif`
const SPELLINGS = [PATH, `${HERE.publicUrl}${PATH}?v=2`, `HTTPS://Shop.Example.COM${PATH}`]

test('a swept picture that is already shown may stay, whatever the spelling of its URL', () => {
  for (const sent of SPELLINGS) {
    const kept = { values: [sent], hashes: [], gone: new Set([sent]) }
    for (const shown of SPELLINGS)
      assert.equal(isSwept(HERE, STORE, kept, sent, [shown]), false, `${sent} ${shown}`)
    const others = ['https://a.example/b.gif', PATH.replace('gif', 'png')]
    assert.equal(isSwept(HERE, STORE, kept, sent, others), true, sent)
  }
})
