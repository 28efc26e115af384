import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'

const WHO_ANSWERS = { sql: 'select pg_backend_pid() as pid', name: 'haat_who_answers', reads: true }

test('reads one after the other share a connection of PostgreSQL, and those at once take two', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase()
  await using engine = new PostgresEngine(database.url)
  const answering = async () => ((await engine.first(WHO_ANSWERS, [])) as { pid: number }).pid
  const first = await answering()
  assert.deepEqual([await answering(), await answering(), await answering()], [first, first, first])
  assert.equal(new Set(await Promise.all([answering(), answering(), answering(), answering()])).size, 2)
})
