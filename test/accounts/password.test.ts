import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { until } from '../../harness/app/until.ts'
import { migrated } from '../../harness/services/engines.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { letterTo, newPerson } from '../../harness/shops/dashboard.ts'
import { askReset, resetPassword } from '../../server/accounts/change-password.ts'
import { hashPassword, passwordMatches, passwordProblem } from '../../server/accounts/password.ts'
import { deleteMailLinksOf } from '../../server/storage/accounts/mail-links.ts'
import { lockPerson } from '../../server/storage/accounts/people.ts'
import { lockWaits } from '../help/lock-waits.ts'

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

test('a password matches in every Unicode form of its letters', async () => {
  const kept = await hashPassword('caf\u00e9 of Jaipur 1')
  assert.equal(await passwordMatches('cafe\u0301 of Jaipur \uff11', kept), true)
  assert.equal(await passwordMatches('cafe of Jaipur 1', kept), false)
})

test('a reset and an action that ends its link never deadlock', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url, HAAT_ROLE: 'web' })
  const { world } = app
  const { id, email } = await newPerson(app)
  await askReset(world, email)
  const { token } = (await letterTo(app, email))!
  const [tries, isHeld] = [{ change: 0, reset: 0 }, Promise.withResolvers<void>()]
  const changing = world.db.transaction(async (tx) => {
    tries.change++
    await lockPerson(tx, id)
    isHeld.resolve()
    if (tries.change === 1) await until(async () => (await lockWaits(world.db)) > 0)
    await deleteMailLinksOf(tx, id)
  })
  await isHeld.promise
  const counting = {
    ...world,
    now() {
      tries.reset++
      return world.now()
    },
  }
  await assert.rejects(resetPassword(counting, token, 'another lamp of brass'), { code: 'link_over' })
  await changing
  assert.deepEqual(tries, { change: 1, reset: 1 }, 'the server had to break a deadlock')
})
