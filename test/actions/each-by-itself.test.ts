import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { refuse } from '#contract/errors.ts'
import { eachByItself } from '../../server/actions/each-by-itself.ts'
import { isRefusal, Refused } from '../../server/actions/refused.ts'

const things = Array.from({ length: 12 }, (_, i) => ({ id: String(i) }))

describe('an action on many things', () => {
  test('reports each outcome in order, and works on five at a time', async () => {
    let [running, most] = [0, 0]
    const outcome = await eachByItself(things, async ({ id }) => {
      most = Math.max(most, ++running)
      await setImmediate()
      running--
      if (Number(id) < 5) return 'done'
      return id === '5' ? 'already' : { refused: { reason: `not ${id}` } }
    })
    assert.equal(most, 5)
    assert.deepEqual(outcome, {
      done: ['0', '1', '2', '3', '4'],
      already: ['5'],
      refused: ['6', '7', '8', '9', '10', '11'].map((id) => ({ id, reason: `not ${id}` })),
    })
  })

  test('ends with the first failure, and starts no other', async () => {
    const begun: string[] = []
    const work = eachByItself(things, async ({ id }) => {
      begun.push(id)
      if (id === '6') throw new Error('The disk is full')
      return 'done'
    })
    await assert.rejects(work, /The disk is full/)
    assert.equal(begun.length, 10)
  })

  test('counts an impossible request as refused, a temporary failure as failed', () => {
    assert.equal(isRefusal(refuse('order_not_found')), true)
    assert.equal(isRefusal(new Refused('No')), true)
    assert.equal(isRefusal(refuse('overloaded')), false)
    assert.equal(isRefusal(new Error('No')), false)
  })
})
