import assert from 'node:assert/strict'
import test from 'node:test'
import { isAllowedAddress, parseNetworks } from '../../server/rules/network/public-address.ts'
import { checkWebhookUrl } from '../../server/rules/webhooks/webhook-url.ts'

const PUBLIC = ['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001:830::200e']

const NOT_PUBLIC = {
  'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '::1', '::'],
  'private networks': [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    'fc00::1',
    'fd12::1',
    'fec0::1',
  ],
  'link-local and metadata': [
    '169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
  ],
  'carrier NAT, tests, documentation': [
    '100.64.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '203.0.113.9',
    '2001:db8::1',
    '3fff::1',
  ],
  'multicast and reserved': [
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    'ff02::1',
    '192.0.0.192',
  ],
  'IPv4 mapped or embedded in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::8.8.8.8',
    '::127.0.0.1',
  ],
  'tunnels and translation': [
    '2002:7f00:1::',
    '2002:808:808::1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2001::1',
    '2001:0:4136:e378::',
  ],
  'what is no address': ['', 'localhost', 'fe80::1%eth0', '1.2.3.4.5', '12345::'],
}

test('public addresses may be sent to', () => {
  for (const address of PUBLIC) assert.equal(isAllowedAddress(address, []), true, address)
})

for (const [kind, addresses] of Object.entries(NOT_PUBLIC)) {
  test(`refuses ${kind}`, () => {
    for (const address of addresses) assert.equal(isAllowedAddress(address, []), false, address)
  })
}

test('networks for development are exceptions, also when written as mapped IPv6', () => {
  const allowed = ['127.0.0.0/8', '10.1.2.3', 'fd00::/8', 'fe80::5'].flatMap((text) => parseNetworks(text)!)
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', 'fd00::5', 'fe80::5'])
    assert.equal(isAllowedAddress(address, allowed), true, address)
  for (const address of ['10.1.2.4', '192.168.0.1', '::1', 'fe80::6'])
    assert.equal(isAllowedAddress(address, allowed), false, address)
})

test('"loopback" names both families, and nonsense is no network', () => {
  assert.equal(isAllowedAddress('::1', parseNetworks('loopback')!), true)
  assert.equal(isAllowedAddress('127.9.9.9', parseNetworks('loopback')!), true)
  for (const text of ['10.0.0.0/33', 'intranet', '10.0.0/8/8', ''])
    assert.equal(parseNetworks(text), undefined, text)
})

test('a webhook URL is kept in one spelling', () => {
  const longest = `https://shop.example.com/${'a'.repeat(2048 - 25)}`
  assert.deepEqual(checkWebhookUrl(longest, []), { url: longest })
  assert.deepEqual(checkWebhookUrl(`${longest}a`, []), NOT_HTTPS)
  assert.deepEqual(checkWebhookUrl(' HTTPS://Shop.Example.COM:443/a b?x=1#part ', []), {
    url: 'https://shop.example.com/a%20b?x=1',
  })
})

const PRIVATE = { problem: 'Webhook URL must not point to a private address' }
const NOT_HTTPS = { problem: 'Webhook URL must be a valid HTTPS URL of at most 2048 characters' }
const CREDENTIALS = { problem: 'Webhook URL must not contain a user name or a password' }

const REFUSED: [string, { problem: string }][] = [
  ['http://shop.example.com/', NOT_HTTPS],
  ['ftp://shop.example.com/', NOT_HTTPS],
  ['shop.example.com', NOT_HTTPS],
  ['', NOT_HTTPS],
  ['https://', NOT_HTTPS],
  ['https:///haat/orders', NOT_HTTPS],
  [`https://shop.example.com/${'a'.repeat(2048)}`, NOT_HTTPS],
  [`https://shop.example.com/${'दुकान'.repeat(50)}`, NOT_HTTPS],
  ['https://user:password@shop.example.com/', CREDENTIALS],
  ['https://user@shop.example.com/', CREDENTIALS],
  ['https://:password@shop.example.com/', CREDENTIALS],
  ['https://127.0.0.1/', PRIVATE],
  ['https://127.1/', PRIVATE],
  ['https://2130706433/', PRIVATE],
  ['https://0x7f.0.0.1/', PRIVATE],
  ['https://0177.0.0.1/', PRIVATE],
  ['https://0/', PRIVATE],
  ['https://1２7.0.0.1/', PRIVATE],
  ['https://[::1]/', PRIVATE],
  ['https://[::ffff:10.0.0.1]/', PRIVATE],
  ['https://[0:0:0:0:0:ffff:127.0.0.1]/', PRIVATE],
  ['https://localhost/', PRIVATE],
  ['https://shop.localhost./', PRIVATE],
  ['https://169.254.169.254/latest/meta-data', PRIVATE],
]

for (const [url, expected] of REFUSED) {
  test(`refuses ${url.slice(0, 60) || 'an empty URL'}`, () =>
    assert.deepEqual(checkWebhookUrl(url, []), expected))
}
