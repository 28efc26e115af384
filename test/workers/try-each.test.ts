import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { tryEach } from '../../server/workers/try-each.ts'

test('a failing piece is logged by name, and all others are awaited', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  let finished = 0
  const given = await tryEach(
    log,
    'One failed',
    [1, 2, 3],
    (id) => ({ id }),
    async (id) => {
      if (id === 2) throw new Error('lost')
      await sleep(20)
      finished++
      return id * 10
    },
  )
  assert.deepEqual(given, [10, undefined, 30])
  assert.equal(finished, 2)
  const [line, ...others] = lines.map((each) => JSON.parse(each))
  assert.deepEqual([line.msg, line.id, line.err.message], ['One failed', 2, 'lost'])
  assert.deepEqual(others, [])
})
