import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { CUSTOMER, newShop } from '../../harness/shops/shopper.ts'

test('over HTTPS no sibling host or plain HTTP page can choose the attempt that leads to an order', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://shop.example.com' })
  const shop = await newShop(app)
  const name = `haat_checkout_${shop.productId}`
  const planted = { cookie: `${name}=${'x'.repeat(24)}` }
  const form = await shop.openForm('', planted)
  const { attempt } = form.hidden
  assert.equal(
    form.headers.get('set-cookie'),
    `__Host-${name}=${attempt}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure`,
  )
  assert.equal((await shop.send({ ...form.hidden, ...CUSTOMER })).status, 303)
  await shop.pay()
  assert.doesNotMatch((await shop.openForm('', planted)).text, /bought this already/)
  const own = { cookie: `${planted.cookie}; __Host-${name}=${attempt}` }
  assert.match((await shop.openForm('', own)).text, /bought this already/)
})

test('a browser that looks at many checkouts keeps those of the newest 40', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://shop.example.com' })
  const shop = await newShop(app)
  const others = Array.from({ length: 41 }, (_, n) => `__Host-haat_checkout_${n}`)
  const own = `__Host-haat_checkout_${shop.productId}`
  const sent = [...others, own].map((name) => `${name}=${'x'.repeat(24)}`)
  const { headers } = await shop.openForm('', { cookie: sent.join('; ') })
  assert.deepEqual(
    headers.getSetCookie().map((cookie) => [cookie.split('=', 1)[0], /Max-Age=(\d+)/.exec(cookie)?.[1]]),
    [
      [own, '86400'],
      [others[0], '0'],
      [others[1], '0'],
    ],
  )
})
