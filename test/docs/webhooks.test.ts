import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeWebhookSecret, signWebhook } from '#contract/signature.ts'
import { startTestApp } from '../../harness/app/app.ts'
import { until } from '../../harness/app/until.ts'
import { freePort } from '../../harness/services/free-port.ts'
import { newShopWithWebhooks } from '../../harness/shops/webhooks.ts'
import { findCommand } from '../../server/cli/commands.ts'
import { parseCommand } from '../../server/cli/parse.ts'
import { orderCreated } from '../../server/rules/orders/present-order.ts'
import { root } from '../help/imports.ts'
import { rawSocket } from '../help/raw-socket.ts'

const run = promisify(execFile)
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]!)

const BODY = '{"event":"order.created","order_id":"1","customer":{"name":"आशा"}}'

function signedHeaders(secret: string) {
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook([makeWebhookSecret(), secret], 'evt_1', timestamp, BODY),
  }
}

test('the receiver in Node accepts signed requests, refuses others and survives those cut off', async () => {
  const [receiver = ''] = blocks('js')
  const port = await freePort()
  const secret = makeWebhookSecret()
  const child = spawn(process.execPath, ['--input-type=module', '-e', receiver], {
    cwd: root,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const post = (headers: Record<string, string>) =>
      fetch(`http://localhost:${port}/`, { method: 'POST', headers, body: BODY })
    const good = await until(() => post(signedHeaders(secret)).catch(() => undefined))
    assert.equal(good.status, 200)
    assert.equal((await post(signedHeaders(makeWebhookSecret()))).status, 401)

    using gone = rawSocket(`http://localhost:${port}`)
    gone.write('POST / HTTP/1.1\r\nhost: a.example\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n')
    await gone.until('100 Continue')
    gone.socket.resetAndDestroy()
    await sleep(200)
    assert.equal((await post(signedHeaders(secret))).status, 200)
  } finally {
    child.kill('SIGKILL')
  }
})

test('the function in Python accepts signed requests and refuses others', async (t) => {
  const python = await run('python3', ['--version']).catch(() => undefined)
  if (!python) return t.skip('needs python3')
  const [check = ''] = blocks('py')
  const isFromHaat = async (secret: string, headers: object) => {
    const call = `import json, sys\nprint(is_from_haat(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3].encode()))`
    const { stdout } = await run('python3', [
      '-c',
      `${check}\n${call}`,
      secret,
      JSON.stringify(headers),
      BODY,
    ])
    return stdout.trim()
  }
  const secret = makeWebhookSecret()
  assert.equal(await isFromHaat(secret, signedHeaders(secret)), 'True')
  assert.equal(await isFromHaat(secret, signedHeaders(makeWebhookSecret())), 'False')
  assert.equal(await isFromHaat(secret, { ...signedHeaders(secret), 'webhook-timestamp': '1' }), 'False')
  assert.equal(await isFromHaat(secret, { ...signedHeaders(secret), 'webhook-signature': 'v1,é' }), 'False')
  assert.equal(await isFromHaat(secret, {}), 'False')
  assert.equal(await isFromHaat('', signedHeaders('')), 'False')
})

test('the reader of the feed fetches each event once and remembers how far it came', async () => {
  await using app = await startTestApp()
  const { seller, order } = await newShopWithWebhooks(app, [])
  const first = await order()
  const [, reader = ''] = blocks('js')
  const position = join(app.folder, 'position')
  const read = async () => {
    const env = { HAAT_URL: app.url, API_KEY: seller.api_key, POSITION_FILE: position }
    const args = ['--input-type=module', '-e', reader]
    return (await run(process.execPath, args, { env: { ...process.env, ...env } })).stdout
  }
  assert.equal(await read(), `1 ${first}\n`)
  const second = await order()
  assert.equal(await read(), `2 ${second}\n`)
  writeFileSync(position, '3')
  assert.equal(await read(), `1 ${first}\n2 ${second}\n`, 'begins again after a restore lowers the numbers')
})

test('every command that the page shows exists', async () => {
  const shown = [...page.matchAll(/haat (?:-- )?((?:webhook|delivery|listen|order)\b[^`\n]*)/g)].map(
    (match) => match[1]!,
  )
  assert.ok(shown.length > 8)
  for (const text of shown) {
    const args = text.split(' ')
    const command = await findCommand(args)
    assert.ok(command, text)
    parseCommand(command, args)
  }
})

test('the payload that the page shows has the shape of the real one', () => {
  const shown = JSON.parse(blocks('json')[0]!)
  const shape = (value: unknown): unknown =>
    value && typeof value === 'object'
      ? Object.keys(value).map((key) => [key, shape((value as never)[key])])
      : ''
  const order = {
    ...{ id: '', store_id: '', product_id: '', created_at: 0, customer_name: '', customer_email: '' },
    ...{ customer_phone: '', address: null, pincode: '', quantity: 1, amount_paise: 100, variation: null },
    ...{ size: null, color: null, special_instructions: null, answers: '[]' },
  }
  assert.deepEqual(shape(shown), shape(orderCreated(order as never, '')))
})
