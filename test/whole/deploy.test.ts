import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { readConfig } from '../../server/config.ts'
import { root } from '../help/imports.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)

const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const unit = read('deploy/haat.service')

const settings = settingsRead()

test('the Dockerfile copies only existing paths, and .dockerignore lets them through', () => {
  const copied = found(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '))
  const sent = found(read('.dockerignore'), /^!(.+)$/gm)
  assert.ok(copied.length >= 8)
  for (const path of copied) {
    assert.ok(existsSync(join(root, path)), `${path} is not there`)
    assert.ok(sent.includes(path), `.dockerignore keeps ${path} back`)
  }
  assert.deepEqual(
    sent.filter((path) => !copied.includes(path)),
    [],
  )
})

test('every script that the image runs exists', () => {
  for (const script of [
    ...found(dockerfile, /"node", "([^"]+)"/g),
    ...found(unit, /ExecStart=\S+ (\S+)/g),
    ...found(read('deploy/haat'), /(server\/\S+)/g),
  ]) {
    assert.ok(existsSync(join(root, script)), `${script} is not there`)
  }
  assert.ok(statSync(join(root, 'server/cli/main.js')).mode & 0o111, 'haat can be run')
})

test('compose.yaml and the unit set only what the program reads', () => {
  const block = compose.slice(compose.indexOf('x-settings:'), compose.indexOf('services:'))
  const set = [
    ...found(block, /^ {2}([A-Z_]+):/gm),
    ...found(compose, /<<: \*settings, ([A-Z_]+):/g),
    ...found(unit, /\b([A-Z_]+)=\/var\/lib/g),
    ...found(dockerfile, /\b(HOST|PORT|DATA_DIR)=/g),
  ]
  assert.ok(set.length > 12)
  assert.deepEqual(
    set.filter((name) => !settings.has(name)),
    [],
  )
  for (const name of ['PUBLIC_URL', 'TRUST_PROXY', 'DATABASE_URL', 'HAAT_SECRET', 'HAAT_ROLE']) {
    assert.ok(set.includes(name), `${name} is not set`)
  }
})

test('docs/settings.md and docs/metrics.md name every setting that the program reads', () => {
  const named = found(read('docs/settings.md') + read('docs/metrics.md'), /`([A-Z][A-Z0-9_]+)(?:=\w+)?`/g)
  assert.deepEqual([...settings.difference(new Set(named))], [])
})

test('deploy/env.example names exactly the variables that compose.yaml asks for', () => {
  const asked = new Set(found(compose, /\$\{([A-Z_]+)[:}]/g))
  const named = new Set(found(read('deploy/env.example'), /^([A-Z_]+)=/gm))
  assert.deepEqual(named, asked)
})

test('the proxy that compose.yaml trusts is the one in front', () => {
  const [trusted] = found(compose, /TRUST_PROXY: (\S+)/g)
  assert.deepEqual(found(compose, /ipv4_address: (\S+) /g), [trusted])
})

test('customers reach the proxy by IPv6 under their own addresses, and the proxy the instances by IPv4 alone', () => {
  const proxy = compose.slice(compose.indexOf('\n  proxy:'), compose.indexOf('\n  postgres:'))
  const withIpv6 = found(compose, /^ {2}(\w+):\n {4}enable_ipv6: true$/gm)
  assert.deepEqual(found(proxy, /^ {6}(\w+): \{\}$/gm), withIpv6)
  assert.equal(withIpv6.length, 1)
  const [instances = ''] = found(compose, /^ {2}networks: \[(.+)\]$/gm)
  assert.ok(instances !== '' && !instances.split(', ').includes(withIpv6[0]!))
})

test('every container has an init process, as process 1 gets only signals that it handles', () => {
  assert.match(compose.slice(compose.indexOf('x-haat:'), compose.indexOf('x-settings:')), /^ {2}init: true$/m)
  const runs = found(read('docs/operations.md'), /\bdocker run (.+)$/gm)
  assert.ok(runs.length > 0)
  for (const options of runs) assert.match(options, /--init\b/)
})

test('the proxy keeps a dashboard session on one instance, and sets no cookie for customers', () => {
  const policies = found(read('deploy/Caddyfile'), /^\s*(reverse_proxy .*|lb_policy .*)$/gm)
  assert.deepEqual(policies, [
    'reverse_proxy {',
    'lb_policy least_conn',
    'reverse_proxy /dashboard* {',
    'lb_policy cookie haat_instance',
  ])
})

test('the proxy retries a request for longer than it leaves out a failed instance', () => {
  const [waits, leftOut] = found(read('deploy/Caddyfile'), /^\s*(?:lb_try|fail)_duration (\d+)s$/gm).map(
    Number,
  )
  assert.ok(waits! > leftOut!)
})

test('the number of instances is kept in .env, so that no later command resets it', () => {
  assert.match(compose, /^ {6}replicas: \$\{HAAT_REPLICAS:-2\}$/m)
  assert.doesNotMatch(read('docs/operations.md').replace('(by `--scale`)', ''), /--scale/)
})

test('deploy/haat runs the code of /opt/haat, or of the folder in HAAT_FOLDER', async () => {
  await using folder = await temporaryFolder()
  writeFileSync(join(folder.path, 'systemd-run'), '#!/bin/sh\necho "$@"\n', { mode: 0o700 })
  const saidWith = (env: Record<string, string>) => {
    const PATH = `${folder.path}:${process.env.PATH}`
    return spawnSync('sh', [join(root, 'deploy/haat'), 'verify'], { env: { PATH, ...env } }).stdout.toString()
  }
  for (const [env, place] of [
    [{}, '/opt/haat'],
    [{ HAAT_FOLDER: '/opt/haat-2' }, '/opt/haat-2'],
  ] as const) {
    const said = saidWith(env)
    assert.deepEqual(found(said, /--working-directory=(\S+)/g), [place])
    assert.match(said, new RegExp(` ${place}/node_modules/\\.bin/node server/cli/main\\.js verify\n$`))
  }
})

test('deploy/haat says so if systemd cannot run the code as its user, and keeps every status', async () => {
  await using folder = await temporaryFolder()
  const ended = (status: number) => {
    writeFileSync(join(folder.path, 'systemd-run'), `#!/bin/sh\nexit ${status}\n`, { mode: 0o700 })
    const env = { PATH: `${folder.path}:${process.env.PATH}` }
    const run = spawnSync('sh', [join(root, 'deploy/haat'), 'verify'], { env })
    return [run.status, run.stderr.toString()]
  }
  const SAYS =
    'haat: the user haat cannot run /opt/haat. Is there such a user, and may it read that folder and all in it?\n'
  assert.deepEqual([0, 1, 200, 217].map(ended), [
    [0, ''],
    [1, ''],
    [200, SAYS],
    [217, SAYS],
  ])
})

test('Ctrl-C on a piped deploy/haat stops the command’s unit too, not only the wrapper', async () => {
  await using folder = await temporaryFolder()
  const program = (name: string, script: string) =>
    writeFileSync(join(folder.path, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 })
  program('systemd-run', 'echo "$1" && exec sleep 60')
  program('systemctl', 'echo "$@"')
  const haat = spawn('sh', [join(root, 'deploy/haat'), 'verify'], {
    detached: true, // a process group of its own: a terminal sends Ctrl-C to the whole group
    env: { PATH: `${folder.path}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  haat.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(haat.stdout, 'data')
  process.kill(-haat.pid!, 'SIGINT')
  const [code] = await once(haat, 'close')
  const unit = `haat-command-${haat.pid}.service`
  assert.deepEqual([said, code], [`--unit=${unit}\nstop ${unit}\n`, 130])
})

/** The names of all settings that the program reads, with images in S3 and tracing switched on. */
function settingsRead() {
  const names = new Set<string>()
  const env = { IMAGE_STORE: 's3://bucket', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  readConfig(
    new Proxy<Record<string, string>>(env, { get: (env, name: string) => names.add(name) && env[name] }),
  )
  return names
}
