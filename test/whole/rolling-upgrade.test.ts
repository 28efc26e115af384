import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sources } from '../help/imports.ts'

const MIGRATIONS = new URL('../../server/storage/migrations/', import.meta.url)
/**
 * Changes that make statements of the previous version fail or do too little. Allowed are dropping a foreign key, and
 * dropping an index that is built again, that the previous version does not use, or that only saves it a short sort.
 */
const BREAKS_OLDER =
  /\b(drop(?! constraint \w+_fkey\b| index (?:images_by_touch|products_by_age);| index (\w+);\s*create index \2\b)|rename|update|delete|alter column|(?<!is )not null(?! default))\b/i

test('no query uses *, which would break when a newer instance adds a column', () => {
  const all = /\b(selectAll|returningAll)\b|\b(select|returning) \*/
  const found = sources('server').filter(({ text }) => all.test(text))
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  )
})

test('a rolling migration does nothing that breaks the previous version', () => {
  for (const file of readdirSync(MIGRATIONS)) {
    const text = readFileSync(new URL(file, MIGRATIONS), 'utf8')
    if (!text.startsWith('-- rolling\n')) continue
    const added = text.replace(/^--.*$/gm, '').replace(/create table [^;]*;/gi, '')
    assert.doesNotMatch(added, BREAKS_OLDER, file)
  }
})
