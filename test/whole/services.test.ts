import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { startPostgres } from '../../harness/services/postgres-server.ts'
import type { PrivateServer } from '../../harness/services/private-server.ts'
import { postgresDatabase, redisUrl, skipWithout } from '../../harness/services/services.ts'

test('two tests get two PostgreSQL databases, both empty', { skip: skipWithout.postgres }, async () => {
  await using one = await postgresDatabase()
  await using other = await postgresDatabase()
  assert.notEqual(one.url, other.url)
  await query(one.url, 'create table thing (id text)')
  await assert.rejects(query(other.url, 'select * from thing'), /does not exist/)
})

test('a PostgreSQL database is gone after its test', { skip: skipWithout.postgres }, async () => {
  let url: string
  {
    await using database = await postgresDatabase()
    url = database.url
  }
  await assert.rejects(query(url, 'select 1'), /does not exist/)
})

test('two tests get two Redis databases, both empty afterwards', { skip: skipWithout.redis }, async () => {
  const one = await redisUrl()
  const other = await redisUrl()
  const [first, second] = [new Redis(one.url), new Redis(other.url)]
  await first.set('thing', 1)
  assert.equal(await second.get('thing'), null)
  await one[Symbol.asyncDispose]()
  assert.equal(await first.get('thing'), null)
  await other[Symbol.asyncDispose]()
  first.disconnect()
  second.disconnect()
})

describe('a private PostgreSQL', { skip: skipWithout.postgresServer }, () => {
  let server: PrivateServer
  before(async () => {
    server = await startPostgres()
  })
  after(() => server[Symbol.asyncDispose]())

  test('keeps its data across a crash and a stop', async () => {
    await query(server.url, 'create table thing (id text)')
    await server.crash()
    await assert.rejects(query(server.url, 'select 1'), /ECONNREFUSED/)
    await server.start()
    await query(server.url, "insert into thing values ('a')")
    await server.stop()
    await server.start()
    assert.deepEqual(await query(server.url, 'select * from thing'), [{ id: 'a' }])
  })

  test('answers nothing while frozen, and again once thawed', async () => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    server.freeze()
    const answer = client.query('select 1 as one')
    assert.equal(await Promise.race([answer, sleep(200, 'nothing')]), 'nothing')
    server.thaw()
    assert.deepEqual((await answer).rows, [{ one: 1 }])
    await client.end()
  })
})

test('kill -9 leaves neither server nor folder behind', { skip: skipWithout.redisServer }, async () => {
  const script = `
    const { startRedis } = await import('./harness/services/redis-server.ts')
    console.log((await startRedis()).url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data', { signal: AbortSignal.timeout(120_000) })
  const redis = new Redis(url.trim(), { retryStrategy: () => null })
  const [, folder] = (await redis.config('GET', 'dir')) as [string, string]
  assert.ok(existsSync(folder))
  child.kill('SIGKILL')
  await once(redis, 'end')
  while (existsSync(folder)) await sleep(20)
})

async function query(connectionString: string, sql: string) {
  const client = new Client({ connectionString })
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
