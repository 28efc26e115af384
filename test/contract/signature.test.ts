import assert from 'node:assert/strict'
import test from 'node:test'
import { Webhook } from 'standardwebhooks'
import { makeWebhookSecret, signWebhook } from '#contract/signature.ts'

const BODY = '{"event":"order.created","name":"Ã₹😀"}'

test('signs the published example of Standard Webhooks as it says', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = signWebhook([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('the public library accepts what we sign, with either of two secrets', () => {
  const [mine, other] = [makeWebhookSecret(), makeWebhookSecret()]
  const seconds = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook([other, mine], 'evt_1', seconds, BODY),
  }
  assert.deepEqual(new Webhook(mine).verify(BODY, headers), JSON.parse(BODY))
  assert.deepEqual(new Webhook(other).verify(BODY, headers), JSON.parse(BODY))
  assert.throws(() => new Webhook(makeWebhookSecret()).verify(BODY, headers))
})
