import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from '../../server/rules/network/network.ts'

test('an IPv6 address counts as its whole /64, an IPv4 address alone', () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2::1'))
  assert.equal(networkOf('2001:db8::4:5:6:7:8'), '2001:db8:0:4')
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'))
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7']) assert.equal(networkOf(address), address)
})

test('a port after an address is ignored; a text that is no address counts as unknown', () => {
  assert.equal(networkOf('203.0.113.7:51234'), '203.0.113.7')
  for (const text of ['[2001:db8:1:2::1]:443', '[2001:db8:1:2::1]'])
    assert.equal(networkOf(text), '2001:db8:1:2', text)
  for (const text of ['', 'somebody', '203.0.113.7:', '203.0.113.300:1', '[somebody]:1', '203.0.113.7:1:2'])
    assert.equal(networkOf(text), 'unknown', text)
})
