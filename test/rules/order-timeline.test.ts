import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OrderTrail, orderTimeline } from '../../server/rules/orders/order-timeline.ts'

const at = (ms: number) => new Date(ms).toISOString()
const nothing: OrderTrail = { quantity: 1, history: [], payments: [], mails: [], attempts: [] }

test('what took a while is listed at its end: money when it arrived, a mail when it was sent', () => {
  const payment = { gateway: 'test', reference: 'r', amount_paise: 100, created_at: 1000 } as const
  const mail = { kind: 'started', last_error: null, created_at: 2000, sent_before: '' }
  const timeline = orderTimeline({
    ...nothing,
    payments: [
      { ...payment, status: 'paid', settled_at: 5000 },
      { ...payment, status: 'failed', settled_at: null },
    ],
    mails: [
      { ...mail, status: 'sent', sent_at: 6000 },
      { ...mail, status: 'pending', sent_at: null },
    ],
  })
  assert.deepEqual(
    timeline.map((entry) => [entry.at, 'status' in entry && entry.status]),
    [
      [at(1000), 'failed'],
      [at(2000), 'pending'],
      [at(5000), 'paid'],
      [at(6000), 'sent'],
    ],
  )
})

test('the attempts at each URL are counted separately, and only its host is shown', () => {
  const tried = (webhook_id: string, ms: number) => ({
    webhook_id,
    url: `https://${webhook_id}.example.com:8443/hooks/secret`,
    at: ms,
    status: 500,
    failure: null,
  })
  const timeline = orderTimeline({ ...nothing, attempts: [tried('a', 1), tried('b', 2), tried('a', 3)] })
  const shown = { kind: 'webhook', ok: false, result: '500', at: undefined }
  assert.deepEqual(
    timeline.map((entry) => ({ ...entry, at: undefined })),
    [
      { ...shown, host: 'a.example.com:8443', attempt: 1 },
      { ...shown, host: 'b.example.com:8443', attempt: 1 },
      { ...shown, host: 'a.example.com:8443', attempt: 2 },
    ],
  )
})

test('an attempt shows its result: the status, or why there was none', () => {
  const tried = { webhook_id: 'a', url: 'https://a.example.com/', at: 1, failure: null }
  const timeline = orderTimeline({
    ...nothing,
    attempts: [
      { ...tried, status: null, failure: 'timeout' },
      { ...tried, status: 410 },
      { ...tried, status: 204 },
    ],
  })
  assert.deepEqual(
    timeline.map((entry) => entry.kind === 'webhook' && [entry.ok, entry.result]),
    [
      [false, 'timeout'],
      [false, '410'],
      [true, '204'],
    ],
  )
})

test('a mail that was not sent shows whether the address or the mail server was the cause', () => {
  const mail = { kind: 'started', status: 'failed', created_at: 1, sent_at: null, sent_before: '5 ' } as const
  const refused = "Can't send mail - all recipients were rejected: 550 5.1.1 <…>: no such user"
  const timeline = orderTimeline({
    ...nothing,
    mails: [
      { ...mail, last_error: refused },
      { ...mail, last_error: 'connect ECONNREFUSED 10.0.0.5:25', sent_before: '' },
    ],
  })
  assert.deepEqual(
    timeline.map((entry) => entry.kind === 'mail' && [entry.status, entry.failure]),
    [
      ['failed', 'address'],
      ['failed', 'server'],
      ['sent', null],
    ],
  )
})
