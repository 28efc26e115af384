import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { migrate } from '../../server/storage/migrate.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'
import { startPostgres } from './postgres-server.ts'
import { chromiumProgram, isWanted, poolerProgram, postgresPrograms, redisProgram } from './programs.ts'
import { startRedis } from './redis-server.ts'

export const hasPostgres = isWanted('postgres') && Boolean(process.env.TEST_DATABASE_URL || postgresPrograms)
export const hasRedis = isWanted('redis') && Boolean(process.env.TEST_REDIS_URL || redisProgram)
export const chromiumPath = isWanted('chromium') ? chromiumProgram : undefined

const [INSTALL, REDIS, CHROMIUM] =
  process.platform === 'darwin'
    ? ['brew install', 'redis', '--cask chromium']
    : ['apt-get install', 'redis-server', 'chromium-headless-shell']

/**
 * Skips a test where a service is missing: `test('…', { skip: skipWithout.postgres }, …)`. `postgresServer` and
 * `redisServer` are for tests that stop, freeze or crash a server of their own.
 */
export const skipWithout = {
  postgres: !hasPostgres && `needs PostgreSQL: ${INSTALL} postgresql, or set TEST_DATABASE_URL`,
  postgresServer: !(hasPostgres && postgresPrograms) && `needs PostgreSQL's programs: ${INSTALL} postgresql`,
  redis: !hasRedis && `needs Redis: ${INSTALL} ${REDIS}, or set TEST_REDIS_URL`,
  redisServer: !(hasRedis && redisProgram) && `needs Redis's program: ${INSTALL} ${REDIS}`,
  pooler: !poolerProgram && `needs PgBouncer: ${INSTALL} pgbouncer`,
  chromium: !chromiumPath && `needs Chromium: ${INSTALL} ${CHROMIUM}, or set TEST_CHROMIUM`,
}

/** Why tests are skipped here, each reason once. Given a URL but no programs, only the fault tests are skipped. */
export function missingServices() {
  const { postgres, postgresServer, redis, redisServer, pooler, chromium } = skipWithout
  return [postgres || postgresServer, redis || redisServer, pooler, chromium].filter(
    (reason) => reason !== false,
  )
}

/** A new database, dropped when disposed of: an empty one, or a copy of `template`. */
export async function postgresDatabase(
  template = 'template0',
): Promise<{ url: string; name: string } & AsyncDisposable> {
  const server = await postgresServerUrl()
  const name = `haat_test_${randomBytes(8).toString('hex')}`
  await runSql(server, `create database ${name} template ${template} ${await copiedAsFiles(server)}`)
  const url = new URL(server)
  url.pathname = name
  return {
    url: url.href,
    name,
    [Symbol.asyncDispose]: async () => {
      await runSql(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** A database with all tables and no rows. Copying it is quicker than migrating another. */
export async function postgresTemplate() {
  const database = await postgresDatabase()
  await using engine = new PostgresEngine(database.url)
  await migrate(engine, Date.now)
  return database
}

/** The same for SQLite, as a file. */
export async function sqliteTemplate(path: string) {
  await using engine = new SqliteEngine(path)
  await migrate(engine, Date.now)
  return path
}

/** The URL of an empty numbered database of a Redis, flushed when disposed of. */
export async function redisUrl(): Promise<{ url: string } & AsyncDisposable> {
  const server = await redisServerUrl()
  const redis = new Redis(server)
  const [, count] = (await redis.config('GET', 'databases')) as [string, string]
  for (let number = 1; number < Number(count); number++) {
    if (!(await claimed(redis, number))) continue
    const url = new URL(server)
    url.pathname = String(number)
    return {
      url: url.href,
      [Symbol.asyncDispose]: async () => {
        await redis.flushdb()
        await redis.quit()
      },
    }
  }
  redis.disconnect()
  throw new Error('Every database of the Redis for tests is in use.')
}

const CLAIM = 'haat-test-claim'

async function claimed(redis: Redis, number: number) {
  await redis.select(number)
  if ((await redis.set(CLAIM, 1, 'EX', 3600, 'NX')) === null) return false
  if ((await redis.dbsize()) === 1) return true
  await redis.del(CLAIM) // the database holds keys of somebody else
  return false
}

let ownPostgres: ReturnType<typeof startPostgres> | undefined
let ownRedis: ReturnType<typeof startRedis> | undefined

async function postgresServerUrl() {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  ownPostgres ??= startPostgres()
  return (await ownPostgres).url
}

async function redisServerUrl() {
  if (process.env.TEST_REDIS_URL) return process.env.TEST_REDIS_URL
  ownRedis ??= startRedis()
  return (await ownRedis).url
}

let connection: Pool | undefined

/** All statements share one connection, which does not keep the process from exiting. */
async function runSql(connectionString: string, sql: string) {
  connection ??= new Pool({ connectionString, max: 1, allowExitOnIdle: true }).on('error', () => {})
  return (await connection.query(sql)).rows
}

let version: ReturnType<typeof runSql> | undefined

/** To create and to drop, `file_copy` costs half of PostgreSQL's default strategy. PostgreSQL 14 has only this one. */
async function copiedAsFiles(server: string) {
  version ??= runSql(server, 'show server_version_num')
  return Number((await version)[0].server_version_num) < 150_000 ? '' : 'strategy file_copy'
}
