import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiProblem } from '../../dashboard/api.ts'
import { both, isEmpty, isLasting, type QueryState } from '../../dashboard/parts/query-state.ts'

test('only errors with a code of our own server are not retried', () => {
  const isLastingAs = (status: number, code?: string) =>
    isLasting(new ApiProblem(status, code ? { error: 'No', code } : {}))
  for (const [status, code] of [
    [400, 'link_over'],
    [403, 'not_allowed'],
    [404, 'product_not_found'],
  ] as const)
    assert.ok(isLastingAs(status, code), code)
  for (const [status, code] of [
    [0, 'offline'],
    [401, 'signed_out'],
    [404, undefined],
    [429, 'too_often'],
    [503, 'starting'],
  ] as const)
    assert.ok(!isLastingAs(status, code), `${status} ${code}`)
  assert.ok(!isLasting(new Error('no code of the page')))
})

test('a list without rows is empty once these are its own, and no page follows', () => {
  const listed = { data: { items: [], next: null }, error: null, refetch: () => {}, dataUpdatedAt: 1 }
  assert.ok(isEmpty(listed))
  assert.ok(!isEmpty({ ...listed, isPlaceholderData: true }))
  assert.ok(!isEmpty({ ...listed, data: { items: [], next: 'further' } }))
  assert.ok(!isEmpty({ ...listed, data: { items: [1], next: null } }))
  assert.ok(!isEmpty({ ...listed, data: undefined }))
})

test('two combined queries have data once both have, and only the failed one is retried', async () => {
  const again: string[] = []
  const asked = (name: string, more: Partial<QueryState<string>> = {}): QueryState<string> => ({
    ...{ data: name, error: null, dataUpdatedAt: 2, ...more },
    refetch: () => again.push(name),
  })
  const error = new Error('unreachable')
  assert.equal(both(asked('policy'), asked('settings', { data: undefined })).data, undefined)
  const old = both(asked('policy'), asked('settings', { error, dataUpdatedAt: 1 }))
  assert.deepEqual([old.data, old.error, old.dataUpdatedAt], [['policy', 'settings'], error, 1])
  await old.refetch()
  assert.deepEqual(again, ['settings'])
})
