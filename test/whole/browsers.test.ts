import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEWER_NAMES } from '../../harness/browser/newer-names.ts'
import { sources } from '../help/imports.ts'

/** How it is used: `x.toReversed(` of any x, `URL.canParse(`, `new OffscreenCanvas(`, `scheduler.`. */
function useOf(name: string) {
  const [owner, member] = name.split('.prototype.')
  return member ? new RegExp(`\\.${member}\\(`) : new RegExp(`(?<![\\w.])${owner?.replace('.', '\\.')}[(.]`)
}

// What is syntax is the builder's to translate; of the language alone, the compiler knows what there was in 2022.
test('what runs in browsers uses nothing that Chrome 109 or Safari 15.4 lacks', () => {
  const uses = NEWER_NAMES.map((name) => ({ name, use: useOf(name) }))
  const found = sources('dashboard', 'contract', 'server/http/pages/browser').flatMap(({ path, text }) =>
    uses.filter(({ use }) => use.test(text)).map(({ name }) => `${path}: ${name}`),
  )
  assert.deepEqual(found, [])
})
