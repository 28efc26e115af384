import assert from 'node:assert/strict'
import { test } from 'node:test'
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
