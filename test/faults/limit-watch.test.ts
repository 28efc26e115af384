import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LIMIT, LimitWatch } from '../../faults/crowd/limit-watch.ts'
import { startPlainServer } from '../help/plain-server.ts'

/** The problems that a LimitWatch finds in a server that answers its n-th request with this status. */
async function problemsWhere(statusOf: (n: number) => number): Promise<string[]> {
  let n = 0
  await using server = await startPlainServer((_, response) => {
    const left = LIMIT - ++n
    response
      .writeHead(statusOf(n), { 'x-ratelimit-reset': '2026-11-17T00:00:00Z', 'x-ratelimit-remaining': left })
      .end()
  })
  const watch = new LimitWatch(() => [server.url], 'a key')
  const running = watch.run()
  watch.stop()
  await running
  return watch.problems()
}

// Run concurrently, because each test waits most of the time.
describe('limits that are watched', { concurrency: true }, () => {
  test('a limit that holds is confirmed, however soon the watch is stopped', async () => {
    assert.deepEqual(await problemsWhere((n) => (n <= LIMIT ? 404 : 429)), [])
  })

  test('a limit that lets one more through, or never refuses, is reported', async () => {
    const [one] = await problemsWhere((n) => (n <= LIMIT + 1 ? 404 : 429))
    assert.match(one ?? '', /^51 requests in the window/)
    const [none] = await problemsWhere(() => 404)
    assert.equal(none, 'No request was refused for its limit')
  })

  test('a service that lets nobody through confirms no limit', async () => {
    assert.deepEqual(await problemsWhere(() => 429), ['No request was let through to where it is limited'])
  })

  test('an answer other than a limit’s is reported', async () => {
    const failing = await problemsWhere((n) => (n <= LIMIT ? 404 : n % 2 ? 429 : 500))
    assert.deepEqual(failing, ['A limited request was answered with 500'])
    const unknown = await problemsWhere(() => 401)
    assert.ok(unknown.includes('A limited request was answered with 401'))
    assert.ok(unknown.includes('No request was let through to where it is limited'))
  })
})
