import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { makeWebhookSecret, signWebhook } from '#contract/signature.ts'
import { aProduct, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { until } from '../../harness/app/until.ts'
import { freeAddress } from '../../harness/browser/chromium.ts'
import { freePort } from '../../harness/services/free-port.ts'
import { plain } from '../../harness/shops/pictures.ts'
import { PRODUCT_SAMPLES, RECEIVER_SAMPLES, readSample } from '../../server/http/docs/samples.ts'
import { root } from '../help/imports.ts'
import { shownExamples } from '../help/shown-examples.ts'

const run = promisify(execFile)

const PROGRAMS = { Node: process.execPath, Python: 'python3', PHP: 'php' }
const needs = (language: keyof typeof PROGRAMS) => {
  const asked = language === 'PHP' ? ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'] : ['--version']
  return spawnSync(PROGRAMS[language], asked).status === 0 ? false : `needs ${PROGRAMS[language]}`
}

/** A seller, and a folder with the picture that the examples use. */
async function withPicture(app: TestApp) {
  const seller = await newSeller(app)
  await writeFile(join(app.folder, 'lamp.jpg'), await plain({ width: 40, height: 30 }).jpeg().toBuffer())
  return { seller, at: { cwd: app.folder, env: { ...process.env, HAAT_KEY: seller.api_key } } }
}

for (const [place, [language]] of PRODUCT_SAMPLES.entries()) {
  test(`the program in ${language} of /docs creates one product with its picture, however often it runs`, {
    skip: needs(language),
  }, async () => {
    await using app = await startTestApp(await freeAddress())
    const { seller, at } = await withPicture(app)
    const programs = (await shownExamples(app)).filter(
      (text) => text.includes('lamp.jpg') && /haat\(/.test(text),
    )
    const file = join(app.folder, PRODUCT_SAMPLES[place]![1])
    await writeFile(file, programs[place]!)
    const { stdout } = await run(PROGRAMS[language], [file], at)
    assert.equal((await run(PROGRAMS[language], [file], at)).stdout, stdout)
    const { body } = await seller.call('GET', `/api/products/${stdout.trim()}`)
    assert.deepEqual([body.stock, body.metadata], [20, { sku: 'LAMP-1' }])
    assert.equal((await fetch(body.primary_image)).headers.get('content-type'), 'image/jpeg')
  })
}

// Run concurrently, because each test waits most of the time.
describe('a service that is busy', { concurrency: true }, () => {
  for (const [language, file] of PRODUCT_SAMPLES) {
    test(`the program in ${language} waits as long as a busy service asks, and retries what had no answer`, {
      skip: needs(language),
    }, async () => {
      await using app = await startTestApp()
      const { at } = await withPicture(app)
      let [asked, welcomeAt] = [0, Number.POSITIVE_INFINITY]
      await using server = createServer((request, response) => {
        request.resume()
        if (asked++ === 0) {
          welcomeAt = Date.now() + 2000
          return response.writeHead(503, { 'Retry-After': '2' }).end('<h1>Busy</h1>')
        }
        if (asked === 2) return request.socket.destroy()
        if (asked === 4) return response.write('{"product_id"', () => request.socket.destroy())
        response.end(JSON.stringify({ product_id: Date.now() < welcomeAt ? 'too early' : 'welcome' }))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const program = join(app.folder, file)
      await writeFile(program, readSample(file).replace('https://haat.example.com', url))
      const { stdout } = await run(PROGRAMS[language], [program], at)
      assert.equal(stdout.trim(), 'welcome')
    })
  }

  // In Node, fetch itself gives up after five minutes.
  for (const [language, file] of PRODUCT_SAMPLES.filter(([language]) => language !== 'Node')) {
    test(`the program in ${language} asks again where a service falls silent`, {
      skip: needs(language),
      timeout: 60_000,
    }, async () => {
      await using app = await startTestApp()
      const { at } = await withPicture(app)
      let asked = 0
      await using server = createServer((request, response) => {
        request.resume()
        if (asked++ > 0) response.end(JSON.stringify({ product_id: 'heard' }))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const program = join(app.folder, file)
      await writeFile(program, readSample(file).replace('https://haat.example.com', url).replace('300', '1'))
      const { stdout } = await run(PROGRAMS[language], [program], { ...at, timeout: 30_000 })
      assert.equal(stdout.trim(), 'heard')
    })
  }
})

const withoutCurl = spawnSync('curl', ['--version']).error ? 'needs curl' : false

test('a picture too long for a command line is sent the way /docs shows', {
  skip: withoutCurl,
}, async () => {
  await using app = await startTestApp(await freeAddress())
  const { seller, at } = await withPicture(app)
  const photo = Buffer.concat([readFileSync(join(app.folder, 'lamp.jpg')), Buffer.alloc(200 * 1024)])
  await writeFile(join(app.folder, 'lamp.jpg'), photo)
  const { body } = await seller.call('POST', '/api/products/create', aProduct())
  const [example] = (await shownExamples(app)).filter((text) => text.includes('base64 < lamp.jpg'))
  const env = { ...at.env, PRODUCT_ID: body.product_id }
  const { stdout } = await run('sh', ['-c', `${example} --silent`], { ...at, env })
  assert.deepEqual(JSON.parse(stdout), { message: 'Product updated successfully' })
})

/** Starts the PHP receiver with this secret, and returns a function that posts to it. */
async function startPhp(secret: string) {
  const port = await freePort()
  const file = join(root, 'server/http/docs/samples/receiver.php')
  const env = { ...process.env, WEBHOOK_SECRET: secret }
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, file], { env, stdio: 'ignore' })
  const body = '{"event":"order.created","order_id":"1","customer":{"name":"आशा"}}'
  const post = async (secrets: string[], at = Math.floor(Date.now() / 1000)) => {
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(at),
      'webhook-signature': signWebhook(secrets, 'evt_1', at, body),
    }
    const url = `http://127.0.0.1:${port}/`
    const send = () => fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    return (await until(send)).status
  }
  return { post, [Symbol.dispose]: () => child.kill('SIGKILL') }
}

test('the receiver in PHP accepts signed requests and refuses others', { skip: needs('PHP') }, async () => {
  const secret = makeWebhookSecret()
  using php = await startPhp(secret)
  assert.equal(await php.post([makeWebhookSecret(), secret]), 200)
  assert.equal(await php.post([makeWebhookSecret()]), 401)
  assert.equal(await php.post([secret], 1), 401)
})

test('the receiver in PHP without a secret accepts nothing', { skip: needs('PHP') }, async () => {
  using php = await startPhp('')
  assert.equal(await php.post(['']), 401)
})

test('docs/webhooks.md and /docs show the same receivers', async () => {
  await using app = await startTestApp()
  const shown = await shownExamples(app)
  const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
  for (const [, file] of RECEIVER_SAMPLES) {
    assert.ok(shown.includes(readSample(file)), file)
    assert.ok(page.includes(`\n${readSample(file)}\n\`\`\``), file)
  }
})
