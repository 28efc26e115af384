import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayOpen, phonePlacesFor, placeOf } from '../../dashboard/shell/places.ts'

test('each page belongs to a place of the bar on a phone, those of other places to More', () => {
  const bar = phonePlacesFor('owner')
  const pages = ['/s/lamps', '/s/lamps/', '/s/lamps/orders/1', '/s/lamps/settings/policies', '/s/lamps/more']
  assert.deepEqual(
    pages.map((page) => placeOf(page, bar)),
    ['overview', 'overview', 'orders', 'more', 'more'],
  )
  assert.equal(placeOf('/s/lamps/developer', phonePlacesFor('staff')), 'more')
})

test('a role opens its own places, with the pages in them, and what belongs to no place', () => {
  for (const [page, allowed] of Object.entries({
    '/s/lamps': true,
    '/s/lamps/products/new': true,
    '/s/lamps/account': true,
    '/s/lamps/audit': false,
    '/s/lamps/developer/webhooks/1': false,
  }))
    assert.equal(mayOpen(page, 'staff'), allowed, page)
})
