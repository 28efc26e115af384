import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrated } from '../../harness/services/engines.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { claimLetters, insertLetter } from '../../server/storage/mails/letters.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'

const addLetter = (db: Engine, id: string, due_at: number) =>
  insertLetter(db, {
    ...{ id, recipient: 'seller@example.com', kind: 'invitation', subject: '', data: '' },
    ...{ status: 'pending', attempts: 0, due_at, created_at: due_at },
    ...{ about_store: null, expires_at: null, invitation_id: null },
  })

test('a claim takes no more than asked, also where PostgreSQL estimates a nearly empty table', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using db = new PostgresEngine(database.url)
  await migrate(db, Date.now)
  await addLetter(db, 'first', 1)
  await db.rows({ sql: 'analyze letters', reads: false, name: undefined }, [])
  for (let due = 2; due <= 10; due++) await addLetter(db, String(due), due)
  const claimed = await claimLetters(db, 100, 200)
  assert.deepEqual(
    claimed.map(({ id }) => id),
    ['first', '10'],
  )
})
