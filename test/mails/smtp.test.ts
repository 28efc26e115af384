import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { Smtp } from '../../server/mails/smtp.ts'

test('a mail server that takes too long for a mail is left, and the next mail goes over a new connection', async () => {
  await using server = await startMailServer()
  using smtp = new Smtp(server.url, { connections: 1 })
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
  const overdue = new AbortController()
  const sending = smtp.send(message, overdue.signal)
  while (server.seen.length === 0) await sleep(5)
  overdue.abort()
  await assert.rejects(sending)
  await assert.rejects(smtp.send(message, overdue.signal), 'nothing begins when it is overdue')
  server.mood = 'takes'
  await smtp.send(message, new AbortController().signal)
  assert.equal(server.taken.length, 1)
  assert.match(server.raw[0]!, /^Auto-Submitted: auto-generated\r$/m, 'no absence is told to it')
})
