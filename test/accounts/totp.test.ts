import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepAt, stepOfCode, toBase32, totpCode } from '../../server/accounts/totp.ts'

const secret = Buffer.from('12345678901234567890')

test("gives the codes of RFC 6238's appendix B", () => {
  const vectors: Array<[seconds: number, code: string]> = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ]
  for (const [seconds, code] of vectors)
    assert.equal(totpCode(secret, stepAt(seconds * 1000)), code.slice(-6))
})

test("gives the codes of RFC 4226's appendix D", () => {
  const codes = [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]
  for (const [counter, code] of codes.entries()) assert.equal(totpCode(secret, counter), code)
})

test('accepts the code of the present, the last and the next half minute, and no other', () => {
  const now = 1_700_000_000_000
  const present = stepAt(now)
  const accepted = [-2, -1, 0, 1, 2].filter(
    (distance) => stepOfCode(secret, totpCode(secret, present + distance), now, 0) === present + distance,
  )
  assert.deepEqual(accepted, [-1, 0, 1])
})

test('accepts no code of a used step, or of one before it', () => {
  const now = 1_700_000_000_000
  const present = stepAt(now)
  assert.equal(stepOfCode(secret, totpCode(secret, present), now, present), undefined)
  assert.equal(stepOfCode(secret, totpCode(secret, present - 1), now, present), undefined)
  assert.equal(stepOfCode(secret, totpCode(secret, present + 1), now, present), present + 1)
})

test('a clock that was an hour ahead and is corrected locks nobody out', () => {
  const now = 1_700_000_000_000
  const present = stepAt(now)
  assert.equal(stepOfCode(secret, totpCode(secret, present), now, present + 120), present)
  assert.equal(stepOfCode(secret, totpCode(secret, present), now, present + 1), undefined)
})

test("writes base32 as RFC 4648's examples", () => {
  const examples = {
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, expected] of Object.entries(examples)) assert.equal(toBase32(Buffer.from(text)), expected)
})
