import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailto } from '../../contract/mailto.ts'
import { isPublicMailAddress } from '../../server/rules/mails/mail-address.ts'

test('a link writes to the address that a customer has typed, and to nobody else', () => {
  for (const address of [
    'asha.rao@example.com',
    'asha+shop@example.com',
    'asha@example.com?bcc=spy%40example.in',
    'asha%40example.com?bcc=spy%40example.in&x=@example.com',
    'मीरा@उदाहरण.भारत',
  ]) {
    assert.ok(isPublicMailAddress(address), address)
    const { protocol, pathname, search, hash } = new URL(mailto(address))
    assert.deepEqual([protocol, decodeURIComponent(pathname), search, hash], ['mailto:', address, '', ''])
  }
})
