import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../harness/app/until.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { PostgresSignals } from '../../server/storage/postgres/signals.ts'

test('every PostgreSQL connection has TCP keep-alive, sooner than a firewall drops it', {
  skip: skipWithout.postgres,
}, async (t) => {
  await using database = await postgresDatabase()
  const { mock } = t.mock.method(Socket.prototype, 'setKeepAlive')
  await using engine = new PostgresEngine(database.url)
  await using signals = new PostgresSignals(database.url, engine, pino({ level: 'silent' }))
  signals.on('deliveries', () => {})
  await until(async () => mock.callCount() === 1)
  await engine.first({ sql: 'select 1', name: 'haat_one', reads: true }, []) // on a lane (pipelined connection)
  await engine.first({ sql: 'select 1', name: undefined, reads: true }, []) // on a connection of the pool
  assert.ok(mock.callCount() >= 3)
  for (const { arguments: told } of mock.calls) assert.deepEqual(told, [true, 10_000])
})
