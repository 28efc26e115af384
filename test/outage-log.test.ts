import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../harness/app/until.ts'
import { makeLog } from '../server/log.ts'
import { OutageLog } from '../server/outage-log.ts'

test('of a bad time the log has the first case, and the number of all when it is over', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(line) })
  const outage = new OutageLog(log, { level: 'error', begins: 'It rains', ends: 'It is dry' }, 20)
  const told = () =>
    lines.map((line) => {
      const { msg, requestId, refused } = JSON.parse(line)
      return { msg, requestId, refused }
    })
  for (const requestId of ['a', 'b', 'c']) outage.note({ requestId })
  assert.deepEqual(told(), [{ msg: 'It rains', requestId: 'a', refused: undefined }])
  await until(async () => lines.length === 2)
  assert.deepEqual(told()[1], { msg: 'It is dry', requestId: undefined, refused: 3 })
  outage.note({ requestId: 'd' })
  assert.equal(told()[2]?.requestId, 'd')
})
