import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import {
  bareAddress,
  emailOf,
  isMailAddress,
  isPublicMailAddress,
  mailboxOf,
  oneLine,
  withoutAddresses,
} from '../../server/rules/mails/mail-address.ts'

test('one bare address is valid', () => {
  for (const address of [
    'a@b.in',
    'meera.iyer+shop@example.co.in',
    'मीरा@उदाहरण.भारत',
    'no-reply@localhost',
  ]) {
    assert.ok(isMailAddress(address), address)
  }
})

test('a text that could begin a second address or a header is invalid', () => {
  const bad = [
    '',
    'a',
    'a@b@c',
    'a@b.in, c@d.in',
    'a@b.in\r\nBcc: c@d.in',
    '<a@b.in>',
    'a@b.in ',
    `${'a'.repeat(250)}@b.in`,
  ]
  for (const address of bad) assert.ok(!isMailAddress(address), address)
})

test('a person’s address needs a domain with a dot and no empty part', () => {
  for (const address of ['a@b.in', 'मीरा@उदाहरण.भारत']) assert.ok(isPublicMailAddress(address), address)
  for (const address of ['no-reply@localhost', 'a@b..in', 'a@.in', 'a@b.in.', 'a@b.in\u0000']) {
    assert.ok(!isPublicMailAddress(address), address)
  }
})

test('a text far too long for an address is refused without Unicode normalisation', {
  timeout: 20_000,
}, async () => {
  const marks = '\u0323\u0301'
  assert.equal(emailOf(`e${marks.repeat(200_000)}@b.in`), undefined)
  assert.equal(emailOf(` E${marks}@b.in `), `e${marks}@b.in`.normalize('NFC'))
  await turn() // lets node:test check the time limit
})

test('the sender may be set with a name or without', () => {
  assert.equal(bareAddress('Haat <shop@example.com>'), 'shop@example.com')
  assert.equal(bareAddress(' shop@example.com '), 'shop@example.com')
})

test('a header stays one line', () => {
  assert.equal(oneLine('Lamp\r\nBcc: a@b.in\u2028x\u0000y\t z'), 'Lamp Bcc: a@b.in x y z')
})

test('a mail server’s answer is kept without the addresses in it', () => {
  assert.equal(
    withoutAddresses('550 5.1.1 <Meera.Iyer+shop@example.com>: no such user, nor मीरा@उदाहरण.भारत'),
    '550 5.1.1 <…>: no such user, nor …',
  )
})

test('a very long word of a mail server is scanned in linear time', { timeout: 20_000 }, async () => {
  const word = 'x'.repeat(500_000)
  assert.equal(withoutAddresses(`550 ${word}`), `550 ${word}`)
  assert.equal(withoutAddresses(`550 ${word}@example.com`), '550 …')
  await turn() // lets node:test check the time limit
})

test('tags, dots and capitals lead to the same mailbox, another name or domain to another', () => {
  const mailbox = mailboxOf('asharao@example.com')
  for (const address of ['asha.rao@example.com', 'Asha.Rao+shop+1@EXAMPLE.com', 'asharao+@example.com'])
    assert.equal(mailboxOf(address), mailbox, address)
  for (const address of ['asha-rao@example.com', 'asharao@example.co', 'asharao@examplecom'])
    assert.notEqual(mailboxOf(address), mailbox, address)
})

test('other spellings of a domain lead to the mailbox that the mail server is told', () => {
  const mailbox = mailboxOf('asha@example.co.in')
  const spellings = [
    'ｅxample.co.in',
    'ex\u00adample.co.in',
    'ⓔxample.co.in',
    'example。co.in',
    'example.co.in。',
  ]
  for (const domain of spellings) assert.equal(mailboxOf(`asha@${domain}`), mailbox, domain)
  assert.equal(mailboxOf('asha@xn--bcher-kva.in'), mailboxOf('asha@bücher.in'))
  assert.notEqual(mailboxOf('asha@bücher.in'), mailboxOf('asha@bucher.in'))
  assert.notEqual(mailboxOf('asha@exa%mple.co.in'), mailboxOf('asha@exa%mple.co'))
})

test('an address to which nothing can be sent counts for no other mailbox', () => {
  const mailbox = mailboxOf('asha@example.co.in')
  for (const domain of ['example.co.in#1', 'example.co.in/1', 'example.co.in?1', 'ex%61mple.co.in'])
    assert.notEqual(mailboxOf(`asha@${domain}`), mailbox, domain)
})
