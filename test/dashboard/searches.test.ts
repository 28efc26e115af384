import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceName } from '../../dashboard/pages/account/device-name.ts'
import {
  deliveriesSearch,
  entrySearch,
  ordersSearch,
  overviewSearch,
  pagedSearch,
  productsSearch,
  refundsSearch,
} from '../../dashboard/searches.ts'

test('a page reads the known parameters of its URL and drops the rest', () => {
  assert.deepEqual(productsSearch({ search: 12, filter: 'sale', category: 'c', page: '2', x: 1 }), {
    search: '12',
    filter: 'sale',
    category: 'c',
    page: 2,
  })
  assert.deepEqual(ordersSearch({ status: 'nonsense', from: '2026-01-01', to: {}, search: null }), {
    from: '2026-01-01',
  })
  assert.deepEqual(
    [1, '1', 0, -2, 2.5, 'x', 2 ** 60].map((page) => pagedSearch({ page })),
    Array(7).fill({}),
  )
  assert.deepEqual(
    [7, '90', 30, 'x'].map((days) => overviewSearch({ days })),
    [{ days: 7 }, { days: 90 }, {}, {}],
  )
  assert.deepEqual(refundsSearch({ state: 'due', after: 'a' }), { after: 'a' })
  assert.deepEqual(deliveriesSearch({ status: 'failed' }), { status: 'failed' })
  assert.deepEqual(entrySearch({ to: '/s/1', email: ['a'] }), { to: '/s/1' })
})

test('a device is named after its browser and system, even if its user agent names several', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
  for (const [agent, name] of [
    [`Mozilla/5.0 (Linux; Android 15) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 ${chrome}`, 'Samsung Internet on Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1', 'Chrome on iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1', 'Safari on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.0', 'curl/8.0'],
    ['x'.repeat(61), 'x'.repeat(60)],
  ] as const)
    assert.equal(deviceName(agent), name)
})
