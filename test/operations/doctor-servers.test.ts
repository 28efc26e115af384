import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startTestApp } from '../../harness/app/app.ts'
import { configOf, SECRET } from '../../harness/app/config-of.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { ownFolder, runHaat, storesIn } from '../../harness/app/server-process.ts'
import { makeCertificate } from '../../harness/servers/certificates.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { freePort } from '../../harness/services/free-port.ts'
import { startPostgres } from '../../harness/services/postgres-server.ts'
import { startRedis } from '../../harness/services/redis-server.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { openEngine } from '../../server/open-parts.ts'
import { checkUpgrade } from '../../server/operations/check-upgrade.ts'
import { checkImages } from '../../server/operations/doctor/check-disk.ts'
import { failureSentence } from '../../server/operations/failure-words.ts'
import { applyMigrations, knownMigrations, migrate } from '../../server/storage/migrate.ts'
import { foundByDoctor } from '../help/found-by-doctor.ts'

test('a read-only bucket is reported as such, and the doctor’s test object is deleted', async () => {
  await using folder = await temporaryFolder()
  const asked: string[] = []
  await using bucket = createServer(({ method = '' }, answer) => {
    asked.push(method)
    answer.writeHead(method === 'HEAD' ? 404 : 403).end()
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  const { port } = bucket.address() as AddressInfo
  const { state, says } = await checkImages(
    configOf({
      DATA_DIR: folder.path,
      IMAGE_STORE: `s3://bucket?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    }),
  )
  assert.deepEqual([state, says], ['broken', 'The image store refused to put: 403'])
  assert.deepEqual(asked, ['HEAD', 'PUT', 'DELETE'])
})

test('a command that the bucket refuses says which settings to check', async () => {
  await using folder = await ownFolder()
  await using bucket = createServer((_, answer) => void answer.writeHead(403).end())
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  const settings = {
    ...folder.settings,
    IMAGE_STORE: `s3://bucket?endpoint=http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  await storesIn(settings)
  const { status, stderr } = await runHaat('server/cli/main.js', ['verify'], settings)
  assert.equal(status, 1)
  assert.equal(
    stderr,
    'The image store refused to list: 403. Check that IMAGE_STORE and the AWS_* settings name a bucket of yours, and a key that may read, put and remove there.\n',
  )
})

test('a Redis that cannot count is reported as full, as a replica or as part of a cluster', {
  skip: skipWithout.redisServer,
}, async () => {
  await using folder = await temporaryFolder()
  await using server = await startRedis()
  // The default cluster port is 10,000 higher and would be in the ephemeral range.
  const otherPort = String(await freePort())
  await using clustered = await startRedis(['--cluster-enabled', 'yes', '--cluster-port', otherPort])
  const tell = async (url: string, ...command: [string, ...string[]]) => {
    const redis = new Redis(url)
    await redis.call(...command).finally(() => redis.disconnect())
  }
  const redisAt = async (REDIS_URL: string) =>
    (await foundByDoctor({ DATA_DIR: folder.path, REDIS_URL })).of('redis')
  assert.match((await redisAt(server.url)).says, /^Redis \d\S* counts requests, and answers in \d+ ms$/)
  await tell(server.url, 'config', 'set', 'maxmemory', '1mb')
  assert.deepEqual(await redisAt(server.url), {
    subject: 'redis',
    state: 'broken',
    says: 'has no memory left (maxmemory): nothing can be counted there',
    fix: 'Give it more, and have it evict what expires soonest: maxmemory-policy volatile-ttl.',
  })
  await tell(server.url, 'replicaof', '127.0.0.1', '1')
  assert.deepEqual(await redisAt(server.url), {
    subject: 'redis',
    state: 'broken',
    says: 'is a replica, which takes no writes: nothing can be counted there',
    fix: 'Set REDIS_URL to its primary.',
  })
  // A single node serves all slots, as long as there is no other node.
  await tell(clustered.url, 'cluster', 'addslotsrange', '0', '16383')
  assert.deepEqual(await redisAt(clustered.url), {
    subject: 'redis',
    state: 'broken',
    says: 'is a node of a Redis Cluster, which refuses the keys of other nodes: limits would not hold',
    fix: 'Set REDIS_URL to a Redis that is not clustered, or unset it.',
  })
})

test('a Redis user without the rights to count is reported, and those that the fix names are enough', {
  skip: skipWithout.redisServer,
}, async () => {
  await using folder = await temporaryFolder()
  await using server = await startRedis()
  const owner = new Redis(server.url)
  const limited = new URL(server.url)
  Object.assign(limited, { username: 'shop', password: 'secret' })
  const setRights = (...rights: string[]) => owner.call('acl', 'setuser', 'shop', 'on', '>secret', ...rights)
  const found = async () =>
    (await foundByDoctor({ DATA_DIR: folder.path, REDIS_URL: limited.href })).of('redis')
  try {
    await setRights('+@connection')
    const { says, fix } = await found()
    assert.equal(says, 'lets its user in, but not count')
    await setRights(...fix!.split(' NAME ')[1]!.split(' '))
    assert.match((await found()).says, /^Redis \d\S* counts requests/)
  } finally {
    owner.disconnect()
  }
})

test('a Redis without the database of REDIS_URL is reported', { skip: skipWithout.redisServer }, async () => {
  await using folder = await temporaryFolder()
  await using server = await startRedis()
  const REDIS_URL = new URL('/1024', server.url).href
  assert.deepEqual((await foundByDoctor({ DATA_DIR: folder.path, REDIS_URL })).of('redis'), {
    subject: 'redis',
    state: 'broken',
    says: 'has no database with the number in REDIS_URL: everything is counted in number 0',
    fix: 'End REDIS_URL with the number of one that it has; its setting "databases" says how many there are (usually 16, from 0).',
  })
})

test('smtps:// at a STARTTLS port is reported with the fix', async () => {
  await using folder = await temporaryFolder()
  await using mails = await startMailServer()
  const SMTP_URL = mails.url.replace(/^smtp:/, 'smtps:')
  const { says, fix } = (await foundByDoctor({ DATA_DIR: folder.path, SMTP_URL })).of('smtp')
  assert.equal(says, 'TLS failed with "wrong version number"')
  assert.match(fix!, /^Use smtp:\/\/ for this port/)
})

test('a server whose certificate nobody vouches for is reported with the fix, whichever it is', async () => {
  await using folder = await temporaryFolder()
  await using server = createTlsServer(makeCertificate({ name: 'own', hosts: ['127.0.0.1'] }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { of } = await foundByDoctor({
    DATA_DIR: folder.path,
    SMTP_URL: `smtps://${host}`,
    REDIS_URL: `rediss://${host}`,
    IMAGE_STORE: `s3://bucket?endpoint=https://${host}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  for (const [subject, setting, says] of [
    ['smtp', 'SMTP_URL', 'self-signed certificate'],
    ['redis', 'REDIS_URL', 'self-signed certificate'],
    ['images', 'IMAGE_STORE', 'The image store cannot be reached: DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const)
    assert.deepEqual(of(subject), {
      subject,
      state: 'broken',
      says,
      fix: `That server's certificate must be valid, and for the name in ${setting}. If it is from an authority of your own, set NODE_EXTRA_CA_CERTS to the PEM file of that authority.`,
    })
})

test('a remote mail server without encryption gets no password, unless SMTP_URL allows it', async () => {
  await using folder = await temporaryFolder()
  await using mails = await startMailServer()
  // 0.0.0.0 connects to this machine without looking like a loopback address.
  const SMTP_URL = mails.url.replace('127.0.0.1', 'shop:secret@0.0.0.0')
  const ask = async (url: string) =>
    (await foundByDoctor({ DATA_DIR: folder.path, SMTP_URL: url })).of('smtp')
  const refused = await ask(SMTP_URL)
  assert.equal(refused.state, 'broken')
  assert.match(refused.says, /^Error upgrading connection with STARTTLS: 5/)
  assert.match(
    refused.fix!,
    /^The mail server does not encrypt on this port, so it was not sent the password\./,
  )
  assert.match((await ask(`${SMTP_URL}?requireTLS=false`)).says, /^the mail server answers/)
})

test('a PostgreSQL that does not wait for its disk is reported', {
  skip: skipWithout.postgresServer,
}, async () => {
  await using folder = await temporaryFolder()
  await using fast = await startPostgres({ fsync: 'off' })
  await using durable = await startPostgres({ fsync: 'on' })
  const at = async ({ url }: { url: string }) =>
    (await foundByDoctor({ DATA_DIR: folder.path, HAAT_SECRET: SECRET, DATABASE_URL: url })).of('durability')
  assert.deepEqual(await at(fast), {
    subject: 'durability',
    state: 'warning',
    says: 'fsync is off in PostgreSQL: if its machine loses power, orders are lost and the database may be damaged',
    fix: 'Set fsync = on in PostgreSQL.',
  })
  assert.equal(await at(durable), undefined)
})

test('a user without the right to create tables is reported', { skip: skipWithout.postgres }, async () => {
  await using place = await newPlace('postgres')
  await using db = await openEngine(place.config.database)
  await db.migrating((script) => script('drop schema public'))
  const { says, fix } = (await foundByDoctor(place.settings)).of('database')
  assert.equal(says, 'PostgreSQL answers, but its user may not make tables there')
  assert.deepEqual((await checkUpgrade(place.config)).blocks, [`${says}. ${fix}`])
  await assert.rejects(migrate(db, Date.now), (error) => {
    assert.match(failureSentence(error, place.config)!, /^PostgreSQL cannot be used: no schema .* owner to /)
    return true
  })
})

test('tables of another user are reported before an upgrade fails on them, and the fix gives them away', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('postgres')
  const user = `haat-${randomUUID()}`
  const name = pg.escapeIdentifier(user)
  const owner = new pg.Client({ connectionString: place.settings.DATABASE_URL! })
  await owner.connect()
  try {
    {
      await using db = await openEngine(place.config.database)
      const allButLast = knownMigrations('postgres').slice(0, -1)
      await db.migrating(
        async (script, tx) =>
          void (await applyMigrations(script, tx, (name) => allButLast.includes(name), 5)),
      )
    }
    await owner.query(`create role ${name} login password 'secret'`)
    await owner.query(
      `grant all on schema public to ${name}; grant all on all tables in schema public to ${name}`,
    )
    const limited = Object.assign(new URL(place.settings.DATABASE_URL!), {
      username: user,
      password: 'secret',
    })
    const settings = { ...place.settings, DATABASE_URL: limited.href }
    const { says, fix, state } = (await foundByDoctor(settings)).of('owner')
    assert.equal(state, 'warning')
    assert.match(says, /^another user of PostgreSQL owns \d+ tables, such as /)
    assert.deepEqual((await checkUpgrade(configOf(settings))).blocks, [`${says}. ${fix}`])

    const [, commands] = / as a superuser: (.*) \\gexec$/.exec(fix!)!
    for (const { format } of (await owner.query(commands!)).rows) await owner.query(format)
    assert.equal((await foundByDoctor(settings)).of('owner'), undefined)
    assert.deepEqual((await checkUpgrade(configOf(settings))).blocks, [])
    await using db = await openEngine(configOf(settings).database)
    await migrate(db, Date.now)
  } finally {
    await owner.query(`drop owned by ${name} cascade; drop role ${name}`)
    await owner.end()
  }
})

const UNFIT = {
  server_version: ['13.9', 'PostgreSQL 13.9 is too old', 'Use PostgreSQL 14 or newer.'],
  server_encoding: [
    'LATIN1',
    'PostgreSQL stores the texts of this database as LATIN1, which cannot hold every name',
    "Create it again: create database … owner … encoding 'UTF8' template template0.",
  ],
} as const

for (const [setting, [value, ...expected]] of Object.entries(UNFIT)) {
  test(`a PostgreSQL with ${setting} ${value} is reported by the doctor and refused at the start`, {
    skip: skipWithout.postgres,
  }, async () => {
    await using place = await newPlace('postgres')
    {
      await using db = await openEngine(place.config.database)
      await db.migrating((script) => script(claiming(setting, value)))
    }
    const unfit = new URL(place.settings.DATABASE_URL!)
    unfit.searchParams.set('options', '-c search_path=public,pg_catalog')
    const settings = { ...place.settings, DATABASE_URL: unfit.href }
    const { state, says, fix } = (await foundByDoctor(settings)).of('database')
    assert.deepEqual([state, says, fix], ['broken', ...expected])
    const message = expected.join('. ')
    await assert.rejects(startTestApp(settings), { message })
    assert.deepEqual((await checkUpgrade(configOf(settings))).blocks, [message])
  })
}

/** A function that shadows the real one if pg_catalog is last in the search path. */
const claiming = (setting: string, value: string) =>
  `create function public.current_setting(name text) returns text language sql as
    $$ select case when name = '${setting}' then '${value}' else pg_catalog.current_setting(name) end $$`

test('a PostgreSQL without TLS is reported with sslmode as the cause', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('postgres')
  const encrypted = new URL(place.settings.DATABASE_URL!)
  encrypted.searchParams.set('sslmode', 'verify-full')
  const { says, fix } = (await foundByDoctor({ ...place.settings, DATABASE_URL: encrypted.href })).of(
    'database',
  )
  assert.equal(says, 'PostgreSQL cannot be used: The server does not support SSL connections')
  assert.match(fix!, /^Turn on ssl in PostgreSQL, or take sslmode out of DATABASE_URL/)
})
