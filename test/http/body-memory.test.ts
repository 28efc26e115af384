import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { BodyMemory, type LentMemory } from '../../server/http/bodies/body-memory.ts'

const MB = 1024 * 1024

/** Records which borrowers got memory, in order. */
function borrowers(mostMb: number) {
  const memory = new BodyMemory(mostMb * MB)
  const got: string[] = []
  const held = new Map<string, LentMemory>()
  return {
    got,
    memory,
    async ask(name: string, mb: number, whose = name) {
      void memory.lend(mb * MB, whose).then((lent) => {
        got.push(name)
        held.set(name, lent)
      })
      await settled()
    },
    async giveBack(name: string) {
      held.get(name)!.release()
      await settled()
    },
  }
}

describe('memory for large bodies', () => {
  test('is available to small bodies while large ones hold all that they may', async () => {
    const { ask, giveBack, got, memory } = borrowers(192)
    for (const name of ['a', 'b', 'c']) await ask(name, 75)
    assert.ok(memory.isWaitedFor)
    for (let number = 1; number <= 5; number++) await ask(`little ${number}`, 2)
    assert.deepEqual(got, ['a', 'b', 'little 1', 'little 2', 'little 3', 'little 4'])
    await giveBack('little 1')
    await giveBack('a')
    assert.deepEqual(got.slice(-2), ['little 5', 'c'])
    assert.ok(!memory.isWaitedFor)
  })

  test('is lent to a waiting large body before any number of later small ones', async () => {
    const { ask, giveBack, got } = borrowers(192)
    for (let number = 1; number <= 24; number++) await ask(`little ${number}`, 8)
    await ask('much', 75)
    for (let number = 25; number <= 48; number++) await ask(`little ${number}`, 8)
    for (let number = 1; !got.includes('much'); number++) await giveBack(`little ${number}`)
    assert.equal(got.length, 25, 'no later body was served first')
  })

  test('is lent to the stores by turns, not to the first one with the most requests', async () => {
    const { ask, giveBack, got } = borrowers(80)
    for (let number = 1; number <= 3; number++) await ask(`own ${number}`, 75, 'one store')
    await ask('other', 75)
    for (const name of ['own 1', 'other', 'own 2']) await giveBack(name)
    assert.deepEqual(got, ['own 1', 'other', 'own 2', 'own 3'])
  })
})
