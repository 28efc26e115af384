import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from '../../server/rules/network/network.ts'

test('an IPv6 address counts as its whole /64, an IPv4 address alone', () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2::1'))
  assert.equal(networkOf('2001:db8::4:5:6:7:8'), '2001:db8:0:4')
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'))
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
})

test('every spelling of an address counts as the same', () => {
  for (const text of ['2001:db8:a::1', '2001:DB8:A::2', '2001:0db8:000a:0::3', '2001:db8:a:0:0:0:0:4%eth0'])
    assert.equal(networkOf(text), '2001:db8:a:0', text)
  for (const text of [
    '::ffff:203.0.113.7',
    '::FFFF:203.0.113.7',
    '::ffff:cb00:7107',
    '0:0:0:0:0:ffff:cb00:7107',
  ])
    assert.equal(networkOf(text), '203.0.113.7', text)
  assert.equal(networkOf('::1'), '0:0:0:0')
})

test('a port after an address is ignored; a text that is no address counts as unknown', () => {
  assert.equal(networkOf('203.0.113.7:51234'), '203.0.113.7')
  for (const text of ['[2001:db8:1:2::1]:443', '[2001:db8:1:2::1]'])
    assert.equal(networkOf(text), '2001:db8:1:2', text)
  for (const text of ['', 'somebody', '203.0.113.7:', '203.0.113.300:1', '[somebody]:1', '203.0.113.7:1:2'])
    assert.equal(networkOf(text), 'unknown', text)
})
