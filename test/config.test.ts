import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
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

test('the defaults are SQLite in ./data, on http://localhost:3000, for this machine alone', () => {
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
    lookalikes: [],
  })
  assert.ok(Object.isFrozen(config))
})

test('localhost becomes one address, as Fastify would open a second, unlimited server for the name', () => {
  for (const HOST of ['localhost', 'Localhost']) assert.equal(configOf({ HOST }).host, '127.0.0.1')
})

test('without PUBLIC_URL customers see the address of HOST, with IPv6 in brackets', async () => {
  await using folder = await temporaryFolder()
  const { cert, key } = makeCertificate({ name: 'a', hosts: ['localhost'] })
  const [TLS_CERT, TLS_KEY] = [join(folder.path, 'cert'), join(folder.path, 'key')]
  writeFileSync(TLS_CERT, cert)
  writeFileSync(TLS_KEY, key)
  const seenAt = (HOST: string) => configOf({ HOST, TLS_CERT, TLS_KEY }).publicUrl
  assert.equal(seenAt('2001:db8::5'), 'https://[2001:db8::5]:3000')
  assert.equal(seenAt('203.0.113.9'), 'https://203.0.113.9:3000')
  assert.equal(seenAt('::'), 'https://localhost:3000')
})

test('quotes around a setting are reported once, and nothing else about it', () => {
  for (const [name, value] of Object.entries({
    PORT: '"4000"',
    HOST: "'127.0.0.1'",
    DATA_DIR: '"/var/lib/haat"',
    PUBLIC_URL: '"https://shop.example.com"',
    METRICS_TOKEN: `"${'x'.repeat(16)}"`,
    WEBHOOK_RETRY_SCHEDULE: '"5s,5m"',
    OTEL_EXPORTER_OTLP_ENDPOINT: '"http://localhost:4318"',
  })) {
    const problem = `${name} is in quotes, which would become part of it. Leave them out.`
    assert.deepEqual(problemsOf({ [name]: value }), [problem])
  }
  assert.deepEqual(problemsOf({ MAIL_FROM: '"My shop" <shop@example.com>' }), [])
  const quoted = `"${'x'.repeat(32)}"`
  assert.equal(configOf({ HAAT_SECRET: quoted }).secret, quoted)
})

describe('a variable that looks like a setting', () => {
  const likeOf = (settings: Settings) => configOf(settings).lookalikes

  test('is reported with the setting that may have been meant', () => {
    for (const [name, meant] of Object.entries({
      DATABSE_URL: 'DATABASE_URL',
      database_url: 'DATABASE_URL',
      HAAT_SECRT: 'HAAT_SECRET',
      HAAT_DATA_DIR: 'DATA_DIR',
      SMTP_URI: 'SMTP_URL',
      MAIL_FORM: 'MAIL_FROM',
      TLS_KEYS: 'TLS_KEY',
      OTEL_EXPORTER_OTLP_ENDPONT: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    }))
      assert.deepEqual(likeOf({ [name]: 'x' }), [{ name, meant }])
  })

  test('is not reported if the setting itself is set, it is empty, or it belongs to another program', () => {
    assert.deepEqual(likeOf({ REDIS_URI: 'x', REDIS_URL: 'redis://localhost' }), [])
    assert.deepEqual(likeOf({ SMTP_URI: '' }), [])
    const others = {
      HAAT_HOST: 'shop.example.com',
      HAAT_PORT: 'tcp://10.0.0.1:3000',
      HAAT_SERVICE_HOST: '10.0.0.1',
      HOSTNAME: 'a',
      HOME: '/root',
      POST: '1',
      NODE_ENV: 'production',
      SSL_CERT_FILE: '/etc/ca.pem',
      XDG_DATA_DIRS: '/usr/share',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://localhost:4318',
    }
    assert.deepEqual(likeOf(others), [])
  })

  test('is last in the list of problems', () => {
    const problems = problemsOf({
      DATABASE_URL: 'postgres://u:p@db.example/haat',
      HAAT_SECRT: 'x'.repeat(32),
    })
    assert.equal(problems.length, 2)
    assert.equal(
      problems[1],
      'HAAT_SECRT is set, which Haat does not know, and HAAT_SECRET is not. If HAAT_SECRET was meant, rename it to that.',
    )
  })
})

test('an address may begin in capitals', () => {
  assert.deepEqual(problemsOf({ REDIS_URL: 'Redis://cache.example/', SMTP_URL: 'SMTPS://mail.example' }), [])
})

test('an empty setting counts as not set', () => {
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

describe('a wrong setting is reported with the fix', () => {
  const LONG = 'x'.repeat(32)
  const PG = 'postgres://u:p@db.example/haat'
  const NETWORKS = (name: string, bad: string) =>
    `${name} holds "${bad}". Use addresses or CIDR ranges separated by commas, such as 10.0.0.0/8.`
  const UNREADABLE = (name: string) =>
    `${name} cannot be read as an address. Percent-encode every character of its password other than letters and digits, such as %23 for # and %2F for /, and use a port of at most 65535.`
  const HOST = (host: string) =>
    `HOST is "${host}". Use an address of this machine without http:// and without a port, such as 127.0.0.1, or 0.0.0.0 for all of its addresses.`
  type Case = [settings: Settings, problem: string]
  const cases: Case[] = [
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
      'HAAT_SECRET is not set. With PostgreSQL every instance needs the same one: at least 32 random characters, or, after "haat move", the content of the file "secret" in DATA_DIR.',
    ],
    [{ HAAT_SECRET: 'x' }, 'HAAT_SECRET has 1 character. Use at least 32 random ones.'],
    [{ HAAT_SECRET: 'x'.repeat(31) }, 'HAAT_SECRET has 31 characters. Use at least 32 random ones.'],
    [
      { DATABASE_URL: PG, HAAT_SECRET: 'short' },
      'HAAT_SECRET has 5 characters. Use at least 32 random ones.',
    ],
    [{ DATABASE_URL: 'postgres://u:p#w@db.example/haat', HAAT_SECRET: LONG }, UNREADABLE('DATABASE_URL')],
    [
      { DATABASE_URL: `${PG}?sslmode=on`, HAAT_SECRET: LONG },
      'sslmode in DATABASE_URL is "on". Use one of disable, no-verify, prefer, require, verify-ca, verify-full.',
    ],
    [{ REDIS_URL: 'redis://:p#w@cache.example' }, UNREADABLE('REDIS_URL')],
    [{ REDIS_URL: 'redis://:50%off@cache.example' }, UNREADABLE('REDIS_URL')],
    ...['redis://cache.example/haat', 'redis://cache.example?db=haat'].map(
      (REDIS_URL): Case => [
        { REDIS_URL },
        'REDIS_URL names the database "haat". End it with a number, such as /1, or leave it out.',
      ],
    ),
    [{ SMTP_URL: 'smtp://u:p/w@mail.example:587' }, UNREADABLE('SMTP_URL')],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL names no host.'],
    [{ HOST: 'localhost:3000' }, HOST('localhost:3000')],
    [{ HOST: 'http://localhost' }, HOST('http://localhost')],
    [{ HOST: '[::1]' }, HOST('[::1]')],
    [
      { HOST: '10.0.0.5', TRUST_PROXY: '10.0.0.1' },
      'PUBLIC_URL is not set. Set it to the address that customers see, such as https://shop.example.com.',
    ],
    [{ DATA_DIR: '~/data' }, 'DATA_DIR is "~/data". Write the full path: ~ and $ are not expanded here.'],
    [
      { DATA_DIR: '$HOME/data' },
      'DATA_DIR is "$HOME/data". Write the full path: ~ and $ are not expanded here.',
    ],
    [
      {
        IMAGE_STORE: 's3://bucket?reigon=eu',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
      },
      'IMAGE_STORE holds "reigon". It may hold endpoint and region.',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT is "localhost:4318". Use an address such as http://localhost:4318.',
    ],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL is not an address that begins with redis:// or rediss://.'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL is not an address that begins with smtp:// or smtps://.'],
    [
      { PUBLIC_URL: 'shop.example.com' },
      'PUBLIC_URL is "shop.example.com". Use the address that customers see, such as https://shop.example.com.',
    ],
    [
      { PUBLIC_URL: 'localhost:3000' },
      'PUBLIC_URL is "localhost:3000". Use the address that customers see, such as https://shop.example.com.',
    ],
    ...['https://shop.example.com/?a=b', 'https://shop.example.com/#a', 'https://me@shop.example.com'].map(
      (PUBLIC_URL): Case => [
        { PUBLIC_URL },
        `PUBLIC_URL is "${PUBLIC_URL}". Use the address that customers see, such as https://shop.example.com.`,
      ],
    ),
    [
      { PUBLIC_URL: 'https://example.com/shop' },
      'PUBLIC_URL is "https://example.com/shop". Leave out the path: Haat answers at the root of a name, such as https://shop.example.com.',
    ],
    [
      { PUBLIC_URL: 'http://shop.example.com' },
      'PUBLIC_URL is "http://shop.example.com". Use https: plain http is only for this machine.',
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
      { TRUST_PROXY: '10.0.0.1, ::/0, 0.0.0.0/00' },
      'TRUST_PROXY holds "::/0, 0.0.0.0/00", which is every address: anybody could claim to be any client. Name only the proxies.',
    ],
    [{ TRUST_PROXY: '10.0.0.256' }, NETWORKS('TRUST_PROXY', '10.0.0.256')],
    [{ TRUST_PROXY: '1' }, NETWORKS('TRUST_PROXY', '1')],
    [{ TRUST_PROXY: '10/8' }, NETWORKS('TRUST_PROXY', '10/8')],
    [
      { WEBHOOK_ALLOW_NETWORKS: 'home, ::/129' },
      'WEBHOOK_ALLOW_NETWORKS holds "home, ::/129". Use loopback, addresses or CIDR ranges separated by commas, such as 10.0.0.0/8.',
    ],
    [
      { WEBHOOK_RETRY_SCHEDULE: '5s,soon,1h' },
      'WEBHOOK_RETRY_SCHEDULE holds "soon". Use pauses such as 5s,5m,30m,2h.',
    ],
    [
      { WEBHOOK_RETRY_SCHEDULE: '5s,30d,31d' },
      'WEBHOOK_RETRY_SCHEDULE holds "31d". Use pauses of at most 30d.',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN has 5 characters. Use at least 16 random ones.'],
    [{ METRICS_TOKEN: 'x' }, 'METRICS_TOKEN has 1 character. Use at least 16 random ones.'],
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
      assert.equal(problemsOf({ HOST }).length, 1)
      const problems = problemsOf({ HOST, PUBLIC_URL: 'https://shop.example.com' })
      assert.deepEqual(problems, [
        `HOST is ${HOST}, which others can reach, and nothing encrypts what they send. Set TLS_CERT and TLS_KEY, or put a proxy in front and name it in TRUST_PROXY, or use HOST=127.0.0.1.`,
      ])
      assert.deepEqual(
        problemsOf({ HOST, PUBLIC_URL: 'https://shop.example.com', TRUST_PROXY: '10.0.0.1' }),
        [],
      )
      const command = readConfig({ HOST, PUBLIC_URL: 'https://shop.example.com' }, { listens: false })
      assert.ok('config' in command, 'a command that never listens may have it')
    })
  }

  for (const HOST of ['localhost', '127.0.0.1', '127.9.9.9', '::1']) {
    test(`plain HTTP on ${HOST} is fine`, () => assert.deepEqual(problemsOf({ HOST }), []))
  }

  test('unreadable TLS files, and files that are not a pair', async () => {
    await using folder = await temporaryFolder()
    const file = (name: string, text: string) => {
      const path = join(folder.path, name)
      writeFileSync(path, text)
      return path
    }
    const wish = { name: 'a', hosts: ['localhost'] }
    const [one, other] = [makeCertificate(wish), makeCertificate(wish)]
    const NO_PAIR =
      'TLS_CERT and TLS_KEY are not a certificate and the key that belongs to it. Name the PEM files of a pair.'
    const cert = file('cert', one.cert)
    assert.deepEqual(problemsOf({ TLS_CERT: cert, TLS_KEY: file('key', one.key) }), [])
    assert.deepEqual(problemsOf({ TLS_CERT: cert, TLS_KEY: file('other', other.key) }), [NO_PAIR])
    assert.deepEqual(problemsOf({ TLS_CERT: cert, TLS_KEY: file('text', 'hello') }), [NO_PAIR])
    const lock = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'a' } as const
    const locked = file('locked', String(createPrivateKey(one.key).export(lock)))
    assert.deepEqual(problemsOf({ TLS_CERT: cert, TLS_KEY: locked }), [
      `TLS_KEY names ${locked}, which is locked with a password. Name one without: openssl pkey -in FILE -out OTHER_FILE makes it.`,
    ])
    const empty = file('empty', '')
    assert.deepEqual(problemsOf({ TLS_CERT: cert, TLS_KEY: empty }), [NO_PAIR])
    assert.deepEqual(problemsOf({ TLS_CERT: empty, TLS_KEY: empty }), [NO_PAIR])
    assert.deepEqual(problemsOf({ TLS_CERT: '/nowhere/c', TLS_KEY: '/nowhere/k' }), [
      'TLS_CERT names /nowhere/c, which cannot be read. Name a PEM file that this user may read.',
      'TLS_KEY names /nowhere/k, which cannot be read. Name a PEM file that this user may read.',
    ])
  })
})

test('the start fails with one list of all problems, and shows no secret', async () => {
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
