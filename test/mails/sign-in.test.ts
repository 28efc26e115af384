import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
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
  return {
    heard,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isLeft: () => until(async () => (await connections()) === 0),
    [Symbol.dispose]: () => void server.close(),
  }
}

const GREETING = '220 mail.example.com'
const NO_END = 'broken: it greets, but does not come to the end of its next answer'
const WELL = 'ok: the mail server answers and lets us in'

for (const [name, talk, found] of [
  ['says nothing', {}, 'broken: no answer within 1 second'],
  ['never ends its answer to EHLO', { greeting: GREETING, onHello: '250-' }, NO_END],
  ['falls silent after its greeting', { greeting: GREETING }, NO_END],
  ['never ends its goodbye', { greeting: GREETING, onHello: '250 ok', onGoodbye: '221-' }, WELL],
] as const)
  test(`the doctor leaves a mail server that ${name}, and tells of it`, async () => {
    await using folder = await temporaryFolder()
    using server = await startTalker(talk)
    const config = configOf({
      DATA_DIR: folder.path,
      SMTP_URL: server.url,
      MAIL_FROM: 'shop@example.com',
    })
    const { state, says } = await checkMail(config, WITHIN_MS)
    assert.equal(`${state}: ${says}`, found)
    await server.isLeft()
    if (found === WELL) assert.deepEqual(server.heard.slice(1), ['QUIT'])
  })
