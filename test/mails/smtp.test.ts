import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { Smtp } from '../../server/mails/smtp.ts'

test('a mail that takes too long is aborted, and the next one uses a new connection', async () => {
  await using server = await startMailServer()
  using smtp = new Smtp(server.url, { connections: 2 })
  const message = {
    from: { name: 'Test store', address: 'no-reply@localhost' },
    to: 'asha.rao@example.com',
    replyTo: undefined,
    subject: 'Order received',
    html: '<p>Thank you</p>',
    text: 'Thank you',
    messageId: '<1@localhost>',
  }
  server.mood = 'hangs'
  const [overdue, inTime] = [new AbortController(), new AbortController()]
  const sending = smtp.send(message, overdue.signal)
  const beside = smtp.send(message, inTime.signal)
  const abort = { name: 'AbortError' }
  while (server.seen.length < 2) await sleep(5)
  overdue.abort()
  await assert.rejects(sending, abort)
  while (server.connections > 1) await sleep(5)
  inTime.abort()
  await assert.rejects(beside, abort, 'it was still on its way')
  server.mood = 'takes'
  await assert.rejects(smtp.send(message, overdue.signal), abort, 'nothing begins when it is overdue')
  await smtp.send(message, new AbortController().signal)
  assert.equal(server.taken.length, 1)
  assert.match(
    server.raw[0]!,
    /^Auto-Submitted: auto-generated\r$/m,
    'the mail asks for no automatic replies',
  )
})
