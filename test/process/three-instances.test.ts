import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killThreeInstances } from '../../faults/three-instances.ts'
import { trustReceivers } from '../../harness/servers/receiver.ts'
import { skipWithout } from '../../harness/services/services.ts'

trustReceivers()

/** Takes seconds; `npm run faults` takes a minute. The pace is too slow to reach limits, which last a minute. */
test('three instances killed at random lose nothing, repeat nothing and keep the limits', {
  skip: skipWithout.postgresServer || skipWithout.redisServer,
}, async () => {
  const outcome = await killThreeInstances({ forMs: 2000, everyMs: 1000, stores: 3, paceMs: 1000 })
  assert.deepEqual(outcome.problems, [])
  assert.ok(outcome.kills > 0 && outcome.orders > 0 && outcome.counted > 0, JSON.stringify(outcome))
})
