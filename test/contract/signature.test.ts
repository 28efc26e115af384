import assert from 'node:assert/strict'
import test from 'node:test'
import { Webhook } from 'standardwebhooks'
import { isSignedWebhook, makeWebhookSecret, signWebhook } from '#contract/signature.ts'

const BODY = '{"event":"order.created","name":"Ã₹😀"}'
const SECONDS = Math.floor(Date.now() / 1000)

const headersFor = (signature: string, seconds = SECONDS) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(seconds),
  'webhook-signature': signature,
})

test('signs the published example of Standard Webhooks as it says', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = signWebhook([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('the public library accepts what we sign, with either of two secrets', () => {
  const [mine, other] = [makeWebhookSecret(), makeWebhookSecret()]
  const headers = headersFor(signWebhook([other, mine], 'evt_1', SECONDS, BODY))
  assert.deepEqual(new Webhook(mine).verify(BODY, headers), JSON.parse(BODY))
  assert.deepEqual(new Webhook(other).verify(BODY, headers), JSON.parse(BODY))
  assert.throws(() => new Webhook(makeWebhookSecret()).verify(BODY, headers))
})

test('we accept what the public library signs', () => {
  const secret = makeWebhookSecret()
  const signature = new Webhook(secret).sign('evt_1', new Date(SECONDS * 1000), BODY)
  assert.equal(isSignedWebhook(secret, headersFor(signature), BODY, SECONDS), true)
})

test('another body, id, secret or time is not accepted', () => {
  const secret = makeWebhookSecret()
  const headers = headersFor(signWebhook([secret], 'evt_1', SECONDS, BODY))
  assert.equal(isSignedWebhook(secret, headers, `${BODY} `, SECONDS), false)
  assert.equal(isSignedWebhook(secret, { ...headers, 'webhook-id': 'evt_2' }, BODY, SECONDS), false)
  assert.equal(isSignedWebhook(makeWebhookSecret(), headers, BODY, SECONDS), false)
  assert.equal(isSignedWebhook(secret, headers, BODY, SECONDS + 301), false)
  assert.equal(isSignedWebhook(secret, { ...headers, 'webhook-timestamp': 'now' }, BODY, SECONDS), false)
  assert.equal(isSignedWebhook(secret, { ...headers, 'webhook-signature': 'v1,' }, BODY, SECONDS), false)
})
