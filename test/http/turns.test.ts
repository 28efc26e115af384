import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Steps, Turns } from '../../server/http/api/turns.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'

const db = new SqliteEngine(':memory:')
after(() => db[Symbol.asyncDispose]())

/** Records which steps run, and fails at one of them. */
function walker(name: string, noted: string[], failsAt?: keyof Steps): Steps {
  const step = (kind: keyof Steps) => () => {
    noted.push(`${name} ${kind}`)
    if (kind === failsAt) throw new Error(`${name} cannot ${kind}`)
  }
  const fail = (error: unknown) => void noted.push((error as Error).message)
  return { admit: step('admit'), work: step('work'), answer: step('answer'), fail }
}

describe('the requests of one turn', () => {
  test('go through each step together', async () => {
    const noted: string[] = []
    const turns = new Turns(db)
    for (const name of ['a', 'b']) turns.join(walker(name, noted))
    assert.deepEqual(noted, [])
    await nextTurn()
    assert.deepEqual(noted, ['a admit', 'b admit', 'a work', 'b work', 'a answer', 'b answer'])
  })

  test('that fail are reported once each, and hold up no other', async () => {
    const noted: string[] = []
    const turns = new Turns(db)
    turns.join(walker('a', noted, 'admit'))
    turns.join(walker('b', noted, 'work'))
    turns.join(walker('c', noted, 'answer'))
    turns.join(walker('d', noted))
    await nextTurn()
    assert.deepEqual(noted, [
      ...['a admit', 'a cannot admit', 'b admit', 'c admit', 'd admit'],
      ...['b work', 'b cannot work', 'c work', 'd work'],
      ...['c answer', 'c cannot answer', 'd answer'],
    ])
  })

  test('are not mixed with those of the next', async () => {
    const noted: string[] = []
    const turns = new Turns(db)
    const first = walker('a', noted)
    turns.join({ ...first, admit: () => turns.join(walker('b', noted)) })
    await nextTurn()
    assert.deepEqual(noted, ['a work', 'a answer'])
    await nextTurn()
    assert.deepEqual(noted.slice(2), ['b admit', 'b work', 'b answer'])
  })
})

test('with turns apart, a request goes through all steps at once', () => {
  const noted: string[] = []
  new Turns(db, { apart: true }).join(walker('a', noted))
  assert.deepEqual(noted, ['a admit', 'a work', 'a answer'])
})
