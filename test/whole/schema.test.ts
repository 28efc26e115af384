import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { skipWithout } from '../../harness/services/services.ts'
import { postgresSchema, SCHEMA_FILES, sqliteSchema } from '../../scripts/dump-schema.ts'

const ADVICE =
  'The migrations make another schema than docs/ shows: run "npm run schema" and look at the difference.'

test('docs/schema.sqlite.sql is what the migrations make', async () => {
  assert.ok((await sqliteSchema()) === readFileSync(SCHEMA_FILES.sqlite, 'utf8'), ADVICE)
})

test('docs/schema.postgres.sql is what the migrations make', { skip: skipWithout.postgres }, async () => {
  assert.ok((await postgresSchema()) === readFileSync(SCHEMA_FILES.postgres, 'utf8'), ADVICE)
})
