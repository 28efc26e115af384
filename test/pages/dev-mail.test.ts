import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { queueLetter } from '../../server/actions/mails/queue-letter.ts'
import { onlyHere } from '../../server/http/dev-mail.ts'

test('mails are listed and shown: headers, the mail in a sealed frame, plain text', async () => {
  await using app = await startTestApp()
  const seller = await newSeller(app)
  const order = await newOrder(app, seller, await newProduct(seller, { name: 'Lamp <i>' }))
  await queueLetter(app.world.db, app.world, {
    to: 'seller@example.com',
    subject: 'You are invited',
    kind: 'invitation',
    content: { heading: 'Join us', paragraphs: ['Hello'] },
  })
  const list = await (await fetch(`${app.url}/dev/mail`)).text()
  assert.match(list, /invitation">You are invited<\/a>/)
  assert.match(list, /started">Order received: Lamp &lt;i&gt; \(#1001\)<\/a>/)
  const path = /href="(\/dev\/mail\/[^"]+started)"/.exec(list)?.[1]
  assert.equal(path, `/dev/mail/${order}/started`)

  const answer = await fetch(app.url + path)
  const page = await answer.text()
  assert.match(page, /Order received: Lamp &lt;i&gt;/)
  assert.match(page, /Test store &lt;no-reply@localhost&gt;/)
  assert.match(page, new RegExp(`<iframe[^>]* sandbox src="${path}/html"`))
  assert.match(answer.headers.get('content-security-policy') ?? '', /frame-src 'self'/)

  const mail = await fetch(`${app.url}${path}/html`)
  assert.match(mail.headers.get('content-security-policy') ?? '', /default-src 'none';.*sandbox/)
  assert.match(await mail.text(), /Your order has been received/)
})

test('requests from any other machine get 404', async () => {
  await using app = await startTestApp()
  const ask = async (headers: Record<string, string>, path = '/dev/mail') =>
    (await fetch(app.url + path, { headers })).status
  assert.equal(await ask({}), 200)
  assert.equal(await ask({ 'x-forwarded-for': '203.0.113.9' }), 404)
  assert.equal(await ask({ forwarded: 'for=203.0.113.9' }), 404)
  assert.equal(await ask({ via: '1.1 proxy' }, '/dev/mail/x/started/html'), 404)

  const from = (remoteAddress: string, hostname: string) => () =>
    onlyHere({ socket: { remoteAddress }, headers: {}, hostname } as Parameters<typeof onlyHere>[0])
  assert.doesNotThrow(from('127.0.0.1', 'localhost'))
  assert.doesNotThrow(from('::1', '[::1]'))
  assert.throws(from('203.0.113.9', 'localhost'), { code: 'not_found' })
  assert.throws(from('127.0.0.1', 'rebound.example.com'), { code: 'not_found' })
})

const PUBLIC_URL = 'https://shop.example.com'
for (const settings of [{ PUBLIC_URL }, { PUBLIC_URL, TRUST_PROXY: '127.0.0.1' }]) {
  test(`every request gets 404 with ${Object.keys(settings).join(' and ')}`, async () => {
    await using app = await startTestApp(settings)
    assert.equal((await fetch(`${app.url}/dev/mail`)).status, 404)
  })
}

test('an unknown mail answers 404', async () => {
  await using app = await startTestApp()
  assert.equal((await fetch(`${app.url}/dev/mail/nothing/started`)).status, 404)
  assert.equal((await fetch(`${app.url}/dev/mail/nothing/started/html`)).status, 404)
})
