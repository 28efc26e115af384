import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { aProduct, caller, startTestApp } from '../../harness/app/app.ts'
import { ownFolder, startServerProcess, storesIn } from '../../harness/app/server-process.ts'
import { until } from '../../harness/app/until.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { newDashboardClient, PASSWORD } from '../../harness/shops/dashboard.ts'
import { parseAnswer, rawSocket } from '../help/raw-socket.ts'

test('SIGTERM, also with SIGINT after it, finishes what is under way, starts nothing new, exits with 0', async () => {
  await using folder = await ownFolder()
  await using mails = await startMailServer()
  const [{ api_key } = { api_key: '' }] = await storesIn(folder.settings)
  await using server = await startServerProcess({ ...folder.settings, SMTP_URL: mails.url })
  await newDashboardClient(server).ask('signUp', {
    name: 'Asha',
    email: 'asha@example.com',
    password: PASSWORD,
  })
  await mails.about('')

  using keptAlive = rawSocket(server.url)
  keptAlive.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await keptAlive.until('"ok"')
  using silent = rawSocket(server.url)
  using halfHead = rawSocket(server.url)
  halfHead.write('GET /healthz HTTP/1.1\r\nHo')
  using upload = await beginUpload(server.url, api_key)

  server.kill('SIGTERM')
  await Promise.all([keptAlive.untilClosed(), silent.untilClosed(), halfHead.untilClosed()])
  await assert.rejects(fetch(`${server.url}/healthz`))
  server.kill('SIGINT')
  await until(async () => mails.connections === 0)
  const answer = await upload.end()
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('connection'), 'close')
  assert.equal(await server.ended, 0)

  await using again = await startTestApp(folder.settings)
  const { status } = await caller(again.url, api_key)('GET', `/api/products/${answer.body.product_id}`)
  assert.equal(status, 200)
})

test('SIGHUP of a closed terminal, also repeated, finishes what is under way', async () => {
  await using folder = await ownFolder()
  const [{ api_key } = { api_key: '' }] = await storesIn(folder.settings)
  await using server = await startServerProcess(folder.settings)
  using upload = await beginUpload(server.url, api_key)
  using idle = rawSocket(server.url)
  server.kill('SIGHUP')
  await idle.untilClosed()
  server.kill('SIGHUP')
  assert.equal((await upload.end()).status, 201)
  assert.equal(await server.ended, 0)
})

/** A product of which a third has arrived. */
async function beginUpload(url: string, apiKey: string) {
  const socket = rawSocket(url)
  const body = JSON.stringify(aProduct({ ignored: 'x'.repeat(3_000_000) }))
  socket.write(
    `POST /api/products/create HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  await socket.until('100 Continue')
  socket.write(body.slice(0, 1_000_000))
  return {
    async end() {
      socket.write(body.slice(1_000_000))
      return parseAnswer(await socket.untilClosed())
    },
    [Symbol.dispose]: () => socket[Symbol.dispose](),
  }
}

const LOGS = {
  'without room': 'exec "$0" server/main.js 2>/dev/full',
  'that nobody reads':
    'mkfifo "$1"; exec 9<>"$1"; head -c 65536 /dev/zero >&9; exec "$0" server/main.js 2>&9',
}

for (const [name, script] of Object.entries(LOGS)) {
  test(`a log ${name} delays neither requests nor the stop`, {
    skip: process.platform !== 'linux' && 'only Linux has /dev/full, and pipes of 64 kB',
  }, async () => {
    await using folder = await ownFolder()
    const child = spawn('sh', ['-c', script, process.execPath, join(folder.path, 'pipe')], {
      env: { PATH: process.env.PATH ?? '', ...folder.settings, LOG_LEVEL: 'debug' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = once(child, 'exit')
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const url = line.replace('Haat is running on ', '')
    for (let asked = 0; asked < 3; asked++) assert.equal((await fetch(`${url}/healthz`)).status, 200)
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })
}

const TERMINAL = '/usr/bin/script'

test('a service survives the end of the terminal that it was started in', {
  skip: (process.platform !== 'linux' || !existsSync(TERMINAL)) && 'needs the script command of Linux',
}, async () => {
  await using folder = await ownFolder()
  const inBackground = 'setsid "$NODE" server/main.js >&3 & echo $! >&3; wait'
  const terminal = spawn(TERMINAL, ['-qec', inBackground, '/dev/null'], {
    env: { PATH: process.env.PATH ?? '', NODE: process.execPath, ...folder.settings, LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = once(terminal, 'close')
  const lines = createInterface(terminal.stdio[3] as Readable)[Symbol.asyncIterator]()
  const pid = Number((await lines.next()).value)
  const { value: line = '' } = await lines.next()
  const url = line.replace('Haat is running on ', '')
  terminal.kill('SIGKILL')
  await once(terminal, 'exit')
  for (let asked = 0; asked < 3; asked++) assert.equal((await fetch(`${url}/healthz`)).status, 200)
  process.kill(pid, 'SIGTERM')
  await ended
})
