import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { freePort } from '../../harness/services/free-port.ts'
import { startPostgres } from '../../harness/services/postgres-server.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { LocalSignals } from '../../server/storage/local-signals.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { listenToChannel } from '../../server/storage/postgres/listen-to-channel.ts'
import { PostgresSignals } from '../../server/storage/postgres/signals.ts'

const log = pino({ level: 'silent' })

test('a listener hears what is raised until it stops listening', async () => {
  await using signals = new LocalSignals()
  let heard = 0
  const listening = signals.on('deliveries', () => heard++)
  signals.raise('deliveries')
  listening[Symbol.dispose]()
  signals.raise('deliveries')
  assert.equal(heard, 1)
})

test('another process on PostgreSQL is signalled, also after an outage, and by one that ends at once', {
  skip: skipWithout.postgresServer,
}, async () => {
  await using postgres = await startPostgres()
  await using db = new PostgresEngine(postgres.url)
  await using signals = new PostgresSignals(postgres.url, db, log)
  let heard = 0
  signals.on('deliveries', () => heard++)

  const raiseElsewhereUntilHeard = async () => {
    const before = heard
    while (heard === before) {
      await using other = new PostgresEngine(postgres.url)
      await using elsewhere = new PostgresSignals(postgres.url, other, log)
      elsewhere.raise('deliveries')
      await elsewhere[Symbol.asyncDispose]()
      await sleep(20)
    }
  }
  await raiseElsewhereUntilHeard()
  await postgres.crash()
  await postgres.start()
  await raiseElsewhereUntilHeard()
})

test('a failed attempt to listen leaves no abort listener behind', async () => {
  const { signal } = new AbortController()
  const url = `postgres://127.0.0.1:${await freePort()}/nowhere`
  await assert.rejects(listenToChannel(url, { said() {}, signal }), { code: 'ECONNREFUSED' })
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})
