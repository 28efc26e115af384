import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMoment } from '../../../server/http/dashboard/input/read-moment.ts'
import { lookThrough, orderedList } from '../../../server/http/dashboard/lists/look-through.ts'
import { readLimit } from '../../../server/http/dashboard/lists/page.ts'

/** A list of the integers below `end` that records how many were read. */
function numbers(end: number) {
  const state = { read: 0 }
  const list = orderedList<number>({
    isOf: () => true,
    read: (after, asked) => {
      const first = after === undefined ? 0 : Number(after) + 1
      const rows = Array.from({ length: Math.max(0, Math.min(asked, end - first)) }, (_, i) => first + i)
      state.read += rows.length
      return rows
    },
    cursorOf: String,
  })
  return { list, state }
}

test('one request reads about 2,000 rows and returns a cursor, and no match is lost between pages', async () => {
  const { list, state } = numbers(7000)
  const found: number[] = []
  let after: string | undefined
  let requests = 0
  do {
    state.read = 0
    const page = await lookThrough([list], (row) => row % 1000 === 999, after, 10)
    assert.ok(state.read <= 2200, `${state.read} rows`)
    found.push(...page.items)
    after = page.next ?? undefined
    requests += 1
  } while (after !== undefined)
  assert.deepEqual(
    found,
    [0, 1, 2, 3, 4, 5, 6].map((thousand) => thousand * 1000 + 999),
  )
  assert.ok(requests > 3)
})

test('a page not filled by the first rows reads on, as many rows as should fill it', async () => {
  const [one, other] = [numbers(7000), numbers(7000)]
  const page = await lookThrough([one.list, other.list], (row) => row % 3 === 0, undefined, 10)
  assert.deepEqual(
    page.items,
    Array.from({ length: 10 }, (_, i) => i * 3),
  )
  assert.equal(page.next, '27')
  assert.deepEqual([one.state.read, other.state.read], [20 + 18, 20])
})

test('if none of the first rows matches, it reads on as if one had', async () => {
  const { list, state } = numbers(7000)
  const page = await lookThrough([list], (row) => row >= 25, undefined, 4)
  assert.deepEqual([page.items, page.next, state.read], [[25, 26, 27, 28], '28', 20 + 150])
})

test('a page has 1 to 100 lines, and 50 by default', () => {
  assert.deepEqual([undefined, -1, 0, 1, 100, 101].map(readLimit), [50, 1, 1, 1, 100, 100])
})

test('a time without a time zone is refused', () => {
  assert.equal(readMoment('from', '2026-01-15T12:00:00+05:30'), Date.UTC(2026, 0, 15, 6, 30))
  assert.equal(readMoment('from', '2026-01-15T12:00Z'), Date.UTC(2026, 0, 15, 12))
  for (const text of ['2026-01-15T12:00:00', '2026-01-15', '2026-13-15T12:00:00Z', 'now'])
    assert.throws(() => readMoment('from', text), { message: 'from must be an ISO 8601 date and time' })
})
