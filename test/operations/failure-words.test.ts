import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPlace } from '../../harness/app/new-place.ts'
import { migrated } from '../../harness/services/engines.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { openEngine } from '../../server/open-parts.ts'
import { failureSentence } from '../../server/operations/failure-words.ts'
import { migrate } from '../../server/storage/migrate.ts'

test('a migration that times out behind a backup names what blocks it', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('postgres', migrated)
  await using db = await openEngine(place.config.database)
  await migrate(db, Date.now)
  await using backup = await db.snapshot()
  await backup.rows({ sql: 'select id from stores', reads: true, name: undefined }, [])
  const step = (sql: string) => ({ sql, reads: false, name: undefined })
  const lastTry = db.transaction(async (tx) => {
    await tx.rows(step("set local lock_timeout = '1ms'"), [])
    await tx.rows(step('alter table stores add column later text'), [])
  })
  await assert.rejects(lastTry, (error) => {
    assert.equal(
      failureSentence(error, place.config),
      'PostgreSQL cannot be used: canceling statement due to lock timeout. Another session uses a table that has to change, as haat backup does with each: wait for it, or end it.',
    )
    return true
  })
})

test('a file error without a path is not blamed on the data folder', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const place = { database: { kind: 'sqlite', path: '/data/haat.db' }, dataDir: '/data' } as const
  assert.equal(failureSentence(full, place), undefined)
  const told = failureSentence(Object.assign(full, { path: '/data/secret' }), place)
  assert.match(told!, /^DATA_DIR cannot be used: ENOSPC/)
  const postgres = { kind: 'postgres', url: 'postgres://haat@db.example/haat' } as const
  assert.equal(failureSentence(full, { ...place, database: postgres }), told, 'pictures are there')
})

test('a PostgreSQL that is full or starting is reported with the fix', () => {
  const place = { database: { kind: 'postgres', url: 'postgres://haat@db.example/haat' } } as const
  const told = (code: string, message: string) =>
    failureSentence(Object.assign(new Error(message), { code }), place)
  assert.equal(
    told('53300', 'sorry, too many clients already'),
    'PostgreSQL cannot be used: sorry, too many clients already. Set max_connections of PostgreSQL, and the limit of the user if it has one, above 16 × instances + 10, or close other connections.',
  )
  assert.equal(
    told('57P03', 'the database system is starting up'),
    'PostgreSQL cannot be used: the database system is starting up. It is starting or stopping: wait until it is up.',
  )
  assert.equal(
    told('53100', 'could not extend file: No space left on device'),
    'PostgreSQL cannot be used: could not extend file: No space left on device. Make room on the disk of PostgreSQL.',
  )
})

test('a PostgreSQL that lets nobody in from here is not said to have another password', () => {
  const place = { database: { kind: 'postgres', url: 'postgres://haat@db.example/haat' } } as const
  const told = (code: string, message: string) =>
    failureSentence(Object.assign(new Error(message), { code }), place)
  assert.equal(
    told('28000', 'no pg_hba.conf entry for host "192.0.2.1", user "haat", database "haat", no encryption'),
    'PostgreSQL cannot be used: no pg_hba.conf entry for host "192.0.2.1", user "haat", database "haat", no encryption. If PostgreSQL wants the connection encrypted, add ?sslmode=verify-full to DATABASE_URL; else let this user in from this machine, by a line in its pg_hba.conf.',
  )
  assert.match(
    told('28000', 'role "haat" does not exist')!,
    / names a user of PostgreSQL and its password\.$/,
  )
})

test('a PostgreSQL address without a host is reported as such', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const told = failureSentence(away, { database: { kind: 'postgres', url: 'postgres:///haat' } })
  assert.match(told!, / that DATABASE_URL names its address; it names no host\.$/)
})
