import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { makeLog } from '../../server/log.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'
import { startLoop } from '../../server/workers/loop.ts'

const silent = pino({ level: 'silent' })

/** A loop that pauses for an hour unless it is woken. The test releases each round. */
function steppedLoop(answers: Array<boolean | Error>, log = silent) {
  let begun = Promise.withResolvers<void>()
  let rounds = 0
  const loop = startLoop({
    name: 'test',
    everyMs: HOUR_MS,
    log,
    async work() {
      const answer = answers[rounds++] ?? false
      begun.resolve()
      begun = Promise.withResolvers()
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { loop, rounds: () => rounds, next: () => begun.promise }
}

const settled = () => new Promise((done) => setTimeout(done, 5))

test('works again at once while there is more to do, then pauses', async () => {
  const { loop, rounds } = steppedLoop([true, true, false])
  await settled()
  assert.equal(rounds(), 3)
  await loop[Symbol.asyncDispose]()
})

test('wakes from its pause once for many calls', async () => {
  const { loop, rounds, next } = steppedLoop([])
  await settled()
  const woken = next()
  loop.wake()
  loop.wake()
  await woken
  await settled()
  assert.equal(rounds(), 2)
  await loop[Symbol.asyncDispose]()
})

test('a wake during a round brings another round', async () => {
  let rounds = 0
  const loop = startLoop({
    name: 'test',
    everyMs: HOUR_MS,
    log: silent,
    async work() {
      if (++rounds === 1) loop.wake()
      await settled()
      return false
    },
  })
  while (rounds < 2) await settled()
  await loop[Symbol.asyncDispose]()
  assert.equal(rounds, 2)
})

test('a failed round does not end the loop; repeats of one failure are logged once, as is recovery', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const away = new Error('the database is away')
  const full = new Error('the disk is full')
  const { loop, rounds } = steppedLoop([away, away, full, false, full, false], log)
  while (rounds() < 7) {
    await settled()
    loop.wake()
  }
  await loop[Symbol.asyncDispose]()
  const failed = 'A worker failed, and will try again after its pause'
  assert.deepEqual(lines, [failed, failed, 'A worker works again', failed])
})

test('a round that the stop interrupts does not count as failed', async () => {
  const lines: string[] = []
  const loop = startLoop({
    name: 'test',
    everyMs: HOUR_MS,
    log: makeLog('info', { write: (line: string) => void lines.push(line) }),
    work: (stopping) => sleep(HOUR_MS, false, { signal: stopping }),
  })
  await settled()
  await loop[Symbol.asyncDispose]()
  assert.deepEqual(lines, [])
})

test('a failure without a message is logged with that of the errors it combines', async () => {
  const lines: Array<{ level: number; err: { message: string; stack: string } }> = []
  const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const refused = 'connect ECONNREFUSED ::1:5432'
  const { loop } = steppedLoop([new AggregateError([new Error(refused)])], log)
  await settled()
  await loop[Symbol.asyncDispose]()
  const [failed] = lines
  assert.deepEqual([lines.length, failed?.level, failed?.err.message], [1, 50, refused])
  assert.ok(failed?.err.stack.startsWith(refused), 'which is what a terminal shows')
})

test('disposing waits for the round that is under way', async () => {
  const ready = Promise.withResolvers<void>()
  let finished = false
  const loop = startLoop({
    name: 'test',
    everyMs: HOUR_MS,
    log: silent,
    async work() {
      ready.resolve()
      await settled()
      finished = true
      return true
    },
  })
  await ready.promise
  await loop[Symbol.asyncDispose]()
  assert.ok(finished)
})
