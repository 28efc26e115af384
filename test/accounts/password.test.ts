import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, passwordMatches, passwordProblem } from '../../server/accounts/password.ts'

const EMAIL = 'asha.of.jaipur@example.com'
const LENGTH = 'The password must be between 10 and 200 characters'
const EASY = 'This password is too easy to guess'

const JUDGED: Array<[password: string, problem: string | undefined]> = [
  ['a lamp of brass', undefined],
  ['९ characters', undefined],
  ['123456789', LENGTH],
  ['😀😀😀😀😀', LENGTH],
  ['x'.repeat(201), LENGTH],
  [`${'x'.repeat(199)}y`, undefined],
  ['aaaaaaaaaa', EASY],
  ['1234567890', EASY],
  ['0123456789', EASY],
  ['12345678901234', EASY],
  ['9876543210', EASY],
  ['qwertyuiop', EASY],
  ['Qwertyuiop123', EASY],
  ['password12', EASY],
  ['PassWord2026', EASY],
  ['iloveyou99', EASY],
  ['my password12', undefined],
  [EMAIL, EASY],
  ['Asha.Of.Jaipur', EASY],
  ['asha.of.jaipur2', undefined],
]

for (const [password, problem] of JUDGED)
  test(`as a password "${password.slice(0, 30)}" is ${problem ? `refused: ${problem}` : 'taken'}`, () => {
    assert.equal(passwordProblem(password, EMAIL), problem)
  })

test('a password is the same however its letters were typed', async () => {
  const kept = await hashPassword('caf\u00e9 of Jaipur 1')
  assert.equal(await passwordMatches('cafe\u0301 of Jaipur \uff11', kept), true)
  assert.equal(await passwordMatches('cafe of Jaipur 1', kept), false)
})
