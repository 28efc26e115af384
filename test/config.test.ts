import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { runHaat } from '../harness/app/server-process.ts'
import { makeCertificate } from '../harness/servers/certificates.ts'
import { temporaryFolder } from '../harness/services/folder.ts'
import { readConfig } from '../server/config.ts'

type Settings = Record<string, string>

function configOf(settings: Settings) {
  const read = readConfig(settings)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.config
}

const problemsOf = (settings: Settings) => {
  const read = readConfig(settings)
  return 'problems' in read ? read.problems : []
}

test('with nothing set it is SQLite in ./data, on http://localhost:3000, for this machine alone', () => {
  const config = configOf({})
  assert.deepEqual(config, {
    role: 'all',
    port: 3000,
    host: '127.0.0.1',
    tls: undefined,
    trustProxy: [],
    dataDir: resolve('data'),
    database: { kind: 'sqlite', path: resolve('data/haat.db') },
    publicUrl: 'http://localhost:3000',
    redisUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'no-reply@localhost',
    secret: undefined,
    imageStore: { kind: 'disk', folder: resolve('data/images') },
    webhookAllowNetworks: [],
    webhookRetryMs: [5e3, 300e3, 1800e3, 7200e3, 18_000e3, 36_000e3, 36_000e3],
    razorpay: config.razorpay,
    logLevel: 'info',
    metricsToken: undefined,
    tracing: undefined,
  })
  assert.ok(Object.isFrozen(config))
})

test('an IPv6 address stands in brackets in the address that customers see', () => {
  const problems = problemsOf({ HOST: '2001:db8::5', TRUST_PROXY: '10.0.0.1' })
  assert.deepEqual(problems, [
    'PUBLIC_URL is "http://[2001:db8::5]:3000". Use https: plain http is for this machine alone.',
  ])
})

test('an empty setting is one that is not set', () => {
  assert.deepEqual(configOf({ PORT: '', DATABASE_URL: ' ', TLS_CERT: '', HAAT_SECRET: '' }), configOf({}))
})

test('PUBLIC_URL is kept as browsers write an origin, however it was typed', () => {
  for (const PUBLIC_URL of [
    'https://shop.example.com',
    'HTTPS://Shop.Example.com/',
    'https:shop.example.com',
    'https://shop.example.com:443',
  ])
    assert.equal(configOf({ PUBLIC_URL }).publicUrl, 'https://shop.example.com')
  assert.equal(configOf({ PUBLIC_URL: 'http://localhost:3000/' }).publicUrl, 'http://localhost:3000')
})

describe('a wrong setting is told with how to put it right', () => {
  const LONG = 'x'.repeat(32)
  const PG = 'postgres://u:p@db.example/haat'
  const NETWORKS = (name: string, bad: string) =>
    `${name} holds "${bad}". Use addresses or CIDR ranges separated by commas, such as 10.0.0.0/8.`
  const cases: Array<[settings: Settings, problem: string]> = [
    [{ HAAT_ROLE: 'both' }, 'HAAT_ROLE is "both". Use one of all, web, worker.'],
    [{ PORT: 'http' }, 'PORT is "http". Use a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'PORT is "65536". Use a whole number from 0 to 65535.'],
    [{ PORT: '-1' }, 'PORT is "-1". Use a whole number from 0 to 65535.'],
    [{ PORT: '3e3' }, 'PORT is "3e3". Use a whole number from 0 to 65535.'],
    [
      { DATABASE_URL: 'mysql://u:p@db.example/haat', HAAT_SECRET: LONG },
      'DATABASE_URL is not a PostgreSQL address. Use postgres://user:password@host:5432/name, or unset it for SQLite.',
    ],
    [
      { DATABASE_URL: 'haat.db', HAAT_SECRET: LONG },
      'DATABASE_URL is not a PostgreSQL address. Use postgres://user:password@host:5432/name, or unset it for SQLite.',
    ],
    [
      { DATABASE_URL: PG },
      'HAAT_SECRET is not set. With PostgreSQL every instance needs the same one: at least 32 random characters.',
    ],
    [{ HAAT_SECRET: 'x'.repeat(31) }, 'HAAT_SECRET has 31 characters. Use at least 32 random ones.'],
    [
      { DATABASE_URL: PG, HAAT_SECRET: 'short' },
      'HAAT_SECRET has 5 characters. Use at least 32 random ones.',
    ],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL is not an address that begins with redis:// or rediss://.'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL is not an address that begins with smtp:// or smtps://.'],
    [
      { PUBLIC_URL: 'shop.example.com' },
      'PUBLIC_URL is "shop.example.com". Use the address that customers see, such as https://shop.example.com.',
    ],
    [
      { PUBLIC_URL: 'https://shop.example.com/?a=b' },
      'PUBLIC_URL is "https://shop.example.com/?a=b". Use the address that customers see, such as https://shop.example.com.',
    ],
    [
      { PUBLIC_URL: 'https://example.com/shop' },
      'PUBLIC_URL is "https://example.com/shop". Leave out the path: Haat answers at the root of a name, such as https://shop.example.com.',
    ],
    [
      { PUBLIC_URL: 'http://shop.example.com' },
      'PUBLIC_URL is "http://shop.example.com". Use https: plain http is for this machine alone.',
    ],
    [
      { TLS_CERT: '/nowhere/cert.pem' },
      'TLS_KEY is not set. HTTPS needs both: the files of the certificate and of its key.',
    ],
    [
      { TLS_KEY: '/nowhere/key.pem' },
      'TLS_CERT is not set. HTTPS needs both: the files of the certificate and of its key.',
    ],
    [{ TRUST_PROXY: '10.0.0.0/8, proxy' }, NETWORKS('TRUST_PROXY', 'proxy')],
    [{ TRUST_PROXY: '10.0.0.0/33' }, NETWORKS('TRUST_PROXY', '10.0.0.0/33')],
    [
      { TRUST_PROXY: '10.0.0.1, ::/0' },
      'TRUST_PROXY holds "::/0", which is everybody: each could claim any address. Name the proxies alone.',
    ],
    [{ TRUST_PROXY: '10.0.0.256' }, NETWORKS('TRUST_PROXY', '10.0.0.256')],
    [{ WEBHOOK_ALLOW_NETWORKS: 'home, ::/129' }, NETWORKS('WEBHOOK_ALLOW_NETWORKS', 'home, ::/129')],
    [
      { WEBHOOK_RETRY_SCHEDULE: '5s,soon,1h' },
      'WEBHOOK_RETRY_SCHEDULE holds "soon". Use pauses such as 5s,5m,30m,2h.',
    ],
    [
      { WEBHOOK_RETRY_SCHEDULE: '5s,30d,31d' },
      'WEBHOOK_RETRY_SCHEDULE holds "31d". Use pauses of at most 30d.',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN has 5 characters. Use at least 16 random ones.'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud". Use one of fatal, error, warn, info, debug, trace, silent.',
    ],
  ]
  for (const [settings, problem] of cases) {
    test(JSON.stringify(settings), () => assert.deepEqual(problemsOf(settings), [problem]))
  }

  for (const HOST of ['0.0.0.0', '::', '192.0.2.1']) {
    test(`plain HTTP on ${HOST} is refused`, () => {
      const problems = problemsOf({ HOST, PUBLIC_URL: 'https://shop.example.com' })
      assert.deepEqual(problems, [
        `HOST is ${HOST}, which others can reach, and nothing encrypts what they send. Set TLS_CERT and TLS_KEY, or put a proxy in front and name it in TRUST_PROXY, or use HOST=127.0.0.1.`,
      ])
      assert.deepEqual(
        problemsOf({ HOST, PUBLIC_URL: 'https://shop.example.com', TRUST_PROXY: '10.0.0.1' }),
        [],
      )
    })
  }

  for (const HOST of ['localhost', '127.0.0.1', '127.9.9.9', '::1']) {
    test(`plain HTTP on ${HOST} is fine`, () => assert.deepEqual(problemsOf({ HOST }), []))
  }

  test('files that cannot be read, and files that are no pair', async () => {
    await using folder = await temporaryFolder()
    const file = (name: string, text: string) => {
      const path = join(folder.path, name)
      writeFileSync(path, text)
      return path
    }
    const wish = { name: 'a', hosts: ['localhost'] }
    const [one, other] = [makeCertificate(wish), makeCertificate(wish)]
    const NO_PAIR =
      'TLS_CERT and TLS_KEY are no certificate and the key that belongs to it. Name the PEM files of a pair.'
    const cert = file('cert', one.cert)
    assert.deepEqual(problemsOf({ TLS_CERT: cert, TLS_KEY: file('key', one.key) }), [])
    assert.deepEqual(problemsOf({ TLS_CERT: cert, TLS_KEY: file('other', other.key) }), [NO_PAIR])
    assert.deepEqual(problemsOf({ TLS_CERT: cert, TLS_KEY: file('text', 'hello') }), [NO_PAIR])
    assert.deepEqual(problemsOf({ TLS_CERT: '/nowhere/c', TLS_KEY: '/nowhere/k' }), [
      'TLS_CERT names /nowhere/c, which cannot be read. Name a PEM file that this user may read.',
      'TLS_KEY names /nowhere/k, which cannot be read. Name a PEM file that this user may read.',
    ])
  })
})

test('the start stops with one list of everything that is wrong, and says no secret', async () => {
  const { status, stdout, stderr } = await runHaat('server/main.js', [], {
    PORT: 'http',
    HOST: '0.0.0.0',
    DATABASE_URL: 'mysql://user:do-not-tell@db',
    HAAT_SECRET: 'do-not-tell',
    LOG_LEVEL: 'loud',
  })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  const [head, ...list] = stderr.trim().split('\n')
  assert.equal(head, 'Haat cannot start. These are wrong:')
  assert.deepEqual(
    list.map((line) => /^- (\w+)/.exec(line)?.[1]),
    ['PORT', 'DATABASE_URL', 'HAAT_SECRET', 'LOG_LEVEL', 'HOST'],
  )
  assert.equal(stderr.includes('do-not-tell'), false)
})
