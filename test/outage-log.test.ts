import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../harness/app/until.ts'
import { makeLog } from '../server/log.ts'
import { OutageLog } from '../server/outage-log.ts'

test('an outage is logged at its first case, and with the number of cases when it is over', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(line) })
  const outage = new OutageLog(log, { level: 'error', begins: 'It rains', ends: 'It is dry' }, 20)
  const told = () =>
    lines.map((line) => {
      const { msg, requestId, cases } = JSON.parse(line)
      return { msg, requestId, cases }
    })
  for (const requestId of ['a', 'b', 'c']) outage.note({ requestId })
  assert.deepEqual(told(), [{ msg: 'It rains', requestId: 'a', cases: undefined }])
  await until(async () => lines.length === 2)
  assert.deepEqual(told()[1], { msg: 'It is dry', requestId: undefined, cases: 3 })
  outage.note({ requestId: 'd' })
  assert.equal(told()[2]?.requestId, 'd')
})

test('recovery is logged only after a success since the last failure and a quiet period', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const words = { level: 'warn', begins: 'It is away', ends: 'It is back', needsProof: true } as const
  const outage = new OutageLog(log, words, 20)
  const quiet = () => sleep(60)
  outage.worked()
  outage.note({})
  outage.worked()
  outage.note({})
  await quiet()
  outage.note({})
  await quiet()
  assert.deepEqual(lines, ['It is away'], 'silence is no proof')
  outage.worked()
  outage.worked()
  assert.deepEqual(lines, ['It is away', 'It is back'])
  outage.note({})
  outage.worked()
  assert.equal(lines.length, 3, 'one that fails now and then is not back each time')
  await until(async () => lines.length === 4)
})
