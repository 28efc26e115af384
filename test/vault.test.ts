import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeVault } from '../server/vault.ts'

const [ours, theirs] = [makeVault('a secret of ours'), makeVault('a secret of theirs')]

test('a signature holds for one purpose, one text and one secret', () => {
  const signed = ours.sign('network', 'text')
  assert.equal(makeVault('a secret of ours').sign('network', 'text'), signed)
  for (const other of [
    ours.sign('sign up', 'text'),
    ours.sign('network', 'texts'),
    theirs.sign('network', 'text'),
    ours.hashApiKey('text'),
  ])
    assert.notEqual(other, signed)
})

test('a sealed text opens only whole and under its own secret, and differs each time', () => {
  const sealed = ours.seal('a key')
  assert.equal(ours.open(sealed), 'a key')
  assert.notEqual(ours.seal('a key'), sealed)
  assert.throws(() => theirs.open(sealed))
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1]! ^= 1
  assert.throws(() => ours.open(bytes.toString('base64url')))
})
