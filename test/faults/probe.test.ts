import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Probe } from '../../faults/crowd/probe.ts'
import { until } from '../../harness/app/until.ts'
import { startPlainServer } from '../help/plain-server.ts'

/** Runs two servers with these statuses before, during and after a fault; returns what a probe says. */
async function seen(phases: Record<'before' | 'during' | 'after', [number, number]>) {
  let status = phases.before
  await using one = await startPlainServer((_, response) => response.writeHead(status[0]).end())
  await using other = await startPlainServer((_, response) => response.writeHead(status[1]).end())
  const urls = [one.url, other.url]
  const probe = new Probe(() => urls, '/')
  const running = probe.run()
  /** Starts a phase and waits until both servers have answered in it. */
  const phase = async (next: [number, number]) => {
    status = next
    await sleep(2)
    const began = Date.now()
    const isSeen = (url: string) => probe.looks.some((look) => look.url === url && look.began >= began)
    await until(async () => urls.every(isSeen))
    return began
  }
  await phase(phases.before)
  const from = await phase(phases.during)
  const to = Date.now()
  const back = await phase(phases.after)
  probe.stop()
  await running
  return {
    unshown: probe.unshown({ from, to, back }),
    recovery: probe.recovery(back),
    odd: probe.oddAnswers(from, Date.now()),
  }
}

// Run concurrently, because each test waits most of the time.
describe('a probe', { concurrency: true }, () => {
  test('a fault during which every instance refuses, then recovers, is confirmed', async () => {
    const { unshown, recovery, odd } = await seen({
      before: [200, 200],
      during: [503, 503],
      after: [200, 200],
    })
    assert.deepEqual([unshown, odd], [[], []])
    assert.ok(Number.isInteger(recovery))
  })

  test('an instance that never recovers is reported, even if the other does', async () => {
    const { unshown, recovery } = await seen({ before: [200, 200], during: [503, 503], after: [200, 503] })
    assert.deepEqual(unshown, ['Instance 2 never recovered'])
    assert.equal(recovery, undefined)
  })

  test('a fault that an instance did not notice is not confirmed', async () => {
    const { unshown } = await seen({ before: [200, 200], during: [200, 503], after: [200, 200] })
    assert.deepEqual(unshown, ['Instance 1 refused nobody while the fault lasted'])
  })

  test('an unexpected status is reported also when the fault is over', async () => {
    const { odd } = await seen({ before: [200, 200], during: [503, 503], after: [500, 200] })
    assert.match(odd[0] ?? '', /^A page was answered with 500 after \d+ ms$/)
  })

  test('an instance that answers and then refuses again has not recovered', () => {
    const probe = new Probe(() => ['a'], '/')
    const statuses = [503, 200, 503, 200, 200]
    for (const [i, status] of statuses.entries())
      probe.looks.push({ url: 'a', began: 1000 + 100 * i, ms: 7, status, failure: '' })
    assert.equal(probe.recovery(1000), 307)
  })
})
