import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Seen, whose } from '../../server/rules/images/whose-images.ts'

const FILES = {
  none: { known: false, foreign: false },
  known: { known: true, foreign: false },
  both: { known: true, foreign: true },
  foreign: { known: false, foreign: true },
}

const OURS = { none: 'ours', known: 'ours', both: 'ours', foreign: 'ours' }
const ANOTHERS = { none: 'anothers', known: 'anothers', both: 'anothers', foreign: 'anothers' }

const TABLE = {
  unnamed: {
    none: { none: 'nobodys', known: 'unmarked', both: 'anothers', foreign: 'anothers' },
    own: OURS,
    others: ANOTHERS,
  },
  named: {
    none: { none: 'missing', known: 'anothers', both: 'anothers', foreign: 'anothers' },
    own: OURS,
    others: ANOTHERS,
  },
}

test('files are ours if our mark says so, or if unmarked while we are new and know them all', () => {
  for (const [name, marks] of Object.entries(TABLE))
    for (const [mark, owners] of Object.entries(marks) as [Seen['mark'], typeof OURS][])
      for (const [files, owner] of Object.entries(owners)) {
        const seen = { isNamed: name === 'named', mark, ...FILES[files as keyof typeof FILES] }
        assert.equal(whose(seen), owner, JSON.stringify(seen))
      }
})
