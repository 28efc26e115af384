import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { configOf } from '../../harness/app/config-of.ts'
import { until } from '../../harness/app/until.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { checkMail } from '../../server/operations/doctor/check-mail.ts'

/** Enough for a greeting that comes at once. */
const WITHIN_MS = 1000
const DRIP_EVERY_MS = 50

type Talk = { greeting?: string; onHello?: string; onGoodbye?: string }

/** A mail server that says one thing to each; what ends in "-" gets another such line for ever. */
async function startTalker({ greeting, onHello, onGoodbye = '221 bye' }: Talk) {
  const heard: string[] = []
  const server = createServer((socket) => {
    const say = (text?: string) => {
      if (text) socket.write(`${text}\r\n`)
      if (!text?.endsWith('-')) return
      const drip = setInterval(() => socket.write(`${text}\r\n`), DRIP_EVERY_MS)
      socket.once('close', () => clearInterval(drip))
    }
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      heard.push(...bytes.toString().split('\r\n', 1))
      say(/^EHLO/.test(heard.at(-1)!) ? onHello : onGoodbye)
    })
    say(greeting)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connections = () => new Promise<number>((tell) => server.getConnections((_, count) => tell(count)))
  const { port } = server.address() as AddressInfo
  return {
    heard,
    port,
    url: `smtp://127.0.0.1:${port}`,
    isLeft: () => until(async () => (await connections()) === 0),
    [Symbol.dispose]: () => void server.close(),
  }
}

/** A proxy that leads to the port whatever it is asked for; with "silent" it never says that it does. */
async function startProxy(port: number, silent = false) {
  const asked: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      asked.push(...bytes.toString().split('\r\n', 1))
      if (silent) return
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const far = connect(port, '127.0.0.1').on('error', () => {})
      socket.pipe(far).pipe(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    query: `?proxy=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** What the doctor finds of the mail server, and what it advises. */
async function findingOf(url: string) {
  await using folder = await temporaryFolder()
  const config = configOf({ DATA_DIR: folder.path, SMTP_URL: url, MAIL_FROM: 'shop@example.com' })
  const { state, says, fix } = await checkMail(config, WITHIN_MS)
  return { finding: `${state}: ${says}`, fix }
}

const GREETING = '220 mail.example.com'
const NO_ANSWER = {
  finding: 'broken: no answer within 1 second',
  fix: 'Check that SMTP_URL names the address and port of the mail server. A port that begins with TLS, most often 465, needs smtps://.',
}
const NO_END = {
  finding: 'broken: it greets, but does not come to the end of its next answer',
  fix: 'See in the log of the mail server what it waits for, and that SMTP_URL names its address and port.',
}
const WELL = { finding: 'ok: the mail server answers and lets us in', fix: undefined }

for (const [name, talk, found] of [
  ['says nothing', {}, NO_ANSWER],
  ['never ends its answer to EHLO', { greeting: GREETING, onHello: '250-' }, NO_END],
  ['falls silent after its greeting', { greeting: GREETING }, NO_END],
  ['never ends its goodbye', { greeting: GREETING, onHello: '250 ok', onGoodbye: '221-' }, WELL],
] as const)
  test(`the doctor gives up on a mail server that ${name}, and reports it`, async () => {
    using server = await startTalker(talk)
    assert.deepEqual(await findingOf(server.url), found)
    await server.isLeft()
    if (found === WELL) assert.deepEqual(server.heard.slice(1), ['QUIT'])
  })

test('the doctor goes through the proxy that SMTP_URL names, as mails do', async () => {
  using server = await startTalker({ greeting: GREETING, onHello: '250 ok' })
  using proxy = await startProxy(server.port)
  assert.deepEqual(await findingOf(`smtp://mail.invalid:2525/${proxy.query}`), WELL)
  assert.deepEqual(proxy.asked, ['CONNECT mail.invalid:2525 HTTP/1.1'])
  await server.isLeft()
  using silent = await startProxy(server.port, true)
  assert.deepEqual(await findingOf(`smtp://mail.invalid:2525/${silent.query}`), NO_ANSWER)
})
