import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { ownFolder, startServerProcess } from '../../harness/app/server-process.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'

test('a web instance serves and sends no mail; a worker sends mail and serves only health and metrics', async () => {
  await using folder = await ownFolder()
  await using ofWeb = await startMailServer()
  await using ofWorker = await startMailServer()
  const METRICS_TOKEN = 'a token for metrics'
  const settings = { ...folder.settings, METRICS_TOKEN }
  {
    await using app = await startTestApp({ DATA_DIR: folder.path })
    const seller = await newSeller(app)
    await newOrder(app, seller, await newProduct(seller))
  }
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const status = async (url: string, path: string) => (await fetch(url + path, { headers })).status

  await using web = await startServerProcess({ ...settings, SMTP_URL: ofWeb.url }, 'web')
  assert.match(web.stdout(), /workers {4}elsewhere: haat start --role worker/)
  assert.deepEqual([await status(web.url, '/readyz'), await status(web.url, '/docs')], [200, 200])

  await using worker = await startServerProcess({ ...settings, SMTP_URL: ofWorker.url }, 'worker')
  assert.match(
    worker.stdout(),
    /workers are running on .*\n +serves +only \/healthz, \/readyz and \/metrics$/m,
  )
  // The web instance started first: if it sent mails, it would send this one.
  while (ofWeb.seen.length + ofWorker.taken.length === 0) await sleep(20)
  assert.deepEqual(ofWeb.seen, [])
  for (const path of ['/healthz', '/readyz', '/metrics'])
    assert.equal(await status(worker.url, path), 200, path)
  assert.deepEqual([await status(worker.url, '/docs'), await status(worker.url, '/api/events')], [404, 404])

  for (const instance of [web, worker]) {
    instance.kill('SIGTERM')
    assert.equal(await instance.ended, 0)
  }
})
