import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instead } from '../../faults/deeds/instead.ts'
import type { TestApp } from '../../harness/app/app.ts'
import type { MovableClock } from '../../harness/app/clock.ts'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import { letterTo, newDashboardClient, newPerson, PASSWORD } from '../../harness/shops/dashboard.ts'
import { removeSecondFactor } from '../../server/accounts/second-factor.ts'
import { DAY_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import { findPersonByEmail, updatePerson } from '../../server/storage/accounts/people.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { codeNow } from '../help/code-now.ts'

const HALF_MINUTE_MS = 30_000

openOnEachEngine('a second factor', (open) => {
  test('is on once a code has confirmed it; then the password alone does not sign in', async () => {
    const app = await open()
    const { ask, call, email } = await newPerson(app)
    const started = await call('startSecondFactor', { current_password: 'wrong' })
    assert.equal(started.body.error, 'Your current password is not right')
    const { secret, uri } = await ask('startSecondFactor', { current_password: PASSWORD })
    assert.ok(uri.startsWith('otpauth://totp/Haat:') && uri.includes(secret))
    await newDashboardClient(app).ask('signIn', { email, password: PASSWORD })
    assert.equal(
      (await call('confirmSecondFactor', { code: wrongCode(app, secret) })).body.code,
      'wrong_code',
    )
    const code = codeNow(app, secret)
    await ask('confirmSecondFactor', { code: inDevanagari(code) })

    const browser = newDashboardClient(app)
    const again = await browser.call('signIn', { email, password: PASSWORD, code })
    assert.equal(again.body.code, 'wrong_code', 'it was used to confirm')
    const without = await browser.call('signIn', { email, password: PASSWORD })
    assert.equal(without.body.error, 'Enter the code from your authenticator app')
    assert.equal(without.headers.get('set-cookie'), null)
    const wrongPassword = await browser.call('signIn', {
      email,
      password: 'wrong',
      code: codeNow(app, secret),
    })
    assert.equal(wrongPassword.body.code, 'wrong_sign_in')
    app.clock.advance(HALF_MINUTE_MS)
    await browser.ask('signIn', { email, password: PASSWORD, code: inDevanagari(codeNow(app, secret)) })
    assert.equal((await browser.ask('session', {})).person?.second_factor, true)
  })

  test('that is on cannot be set up again: its secret stays the same', async () => {
    const app = await open()
    const { email, call, secret } = await withSecondFactor(app)
    const again = await call('startSecondFactor', { current_password: PASSWORD })
    assert.deepEqual([again.status, again.body.error], [400, 'Two-step verification is on already'])
    const twice = await call('confirmSecondFactor', { code: codeNow(app, secret) })
    assert.deepEqual(
      [twice.status, twice.body.error],
      [
        400,
        'Two-step verification is on already. If you have not seen its recovery codes, switch it off and set it up again.',
      ],
    )
    app.clock.advance(MINUTE_MS)
    await newDashboardClient(app).ask('signIn', { email, password: PASSWORD, code: codeNow(app, secret) })
  })

  test('accepts no code twice, also from two browsers at the same moment', async () => {
    const app = await open()
    const { email, secret } = await withSecondFactor(app)
    app.clock.advance(MINUTE_MS)
    const code = codeNow(app, secret)
    const both = await Promise.all(
      [1, 2].map(() => newDashboardClient(app).call('signIn', { email, password: PASSWORD, code })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
    const again = await newDashboardClient(app).call('signIn', { email, password: PASSWORD, code })
    assert.equal(again.body.code, 'wrong_code')
  })

  test('ten wrong codes in a row lock it for an hour, also for the right one, and a mail says so', async () => {
    const app = await open()
    const { email, secret } = await withSecondFactor(app)
    const browser = newDashboardClient(app)
    for (const times of [9, 1]) {
      await enterWrong(app, { email, secret }, times)
      await browser.ask('signIn', { email, password: PASSWORD, code: codeNow(app, secret) })
    }
    await enterWrong(app, { email, secret }, 10)
    app.clock.advance(5 * MINUTE_MS)
    const right = await browser.call('signIn', { email, password: PASSWORD, code: codeNow(app, secret) })
    assert.equal(right.body.code, 'wrong_code')
    assert.equal((await letterTo(app, email))?.subject, 'Somebody knows your password')
    app.clock.advance(60 * MINUTE_MS)
    await enterWrong(app, { email, secret }, 1)
    await browser.ask('signIn', { email, password: PASSWORD, code: codeNow(app, secret) })
  })

  test('that was locked by a clock a month ahead is open once the clock is right, and stays so', async () => {
    const app = await open()
    const person = await withSecondFactor(app)
    app.clock.advance(30 * DAY_MS)
    await enterWrong(app, person, 10)
    const { email, secret } = person
    const signIn = () =>
      newDashboardClient(app).ask('signIn', { email, password: PASSWORD, code: codeNow(app, secret) })
    app.clock.advance(-30 * DAY_MS)
    await signIn()
    app.clock.advance(30 * DAY_MS)
    await signIn()
  })

  test('a recovery code stands in for a code, once', async () => {
    const app = await open()
    const { email, codes } = await withSecondFactor(app)
    assert.equal(new Set(codes).size, 10)
    const code = codes[3]!.toUpperCase().replace('-', ' ')
    await newDashboardClient(app).ask('signIn', { email, password: PASSWORD, code })
    const again = await newDashboardClient(app).call('signIn', { email, password: PASSWORD, code })
    assert.equal(again.body.code, 'wrong_code')
  })

  test('is removed with password and code, along with its recovery codes', async () => {
    const app = await open()
    const { email, ask, call, secret, codes } = await withSecondFactor(app)
    app.clock.advance(MINUTE_MS)
    const code = wrongCode(app, secret)
    const wrong = await call('removeSecondFactor', { current_password: PASSWORD, code })
    assert.equal(wrong.body.code, 'wrong_code')
    const right = { current_password: PASSWORD, code: codeNow(app, secret) }
    await ask('removeSecondFactor', right)
    await ask('removeSecondFactor', right)
    const { id } = (await findPersonByEmail(app.world.db, email))!
    const kept = await rowsOf(app.world.db, (sql) =>
      sql.selectFrom('recovery_codes').selectAll().where('person_id', '=', id),
    )
    assert.deepEqual(kept, [])
    const guessed = await call('removeSecondFactor', { ...right, current_password: 'wrong' })
    assert.equal(guessed.body.code, 'wrong_password')
    await newDashboardClient(app).ask('signIn', { email, password: PASSWORD })
    const unasked = await call('confirmSecondFactor', { code: codeNow(app, secret, 1) })
    assert.equal(unasked.body.code, 'wrong_code')
    const { secret: next } = await ask('startSecondFactor', { current_password: PASSWORD })
    await ask('confirmSecondFactor', { code: codeNow(app, next) })
    const old = await newDashboardClient(app).call('signIn', { email, password: PASSWORD, code: codes[0]! })
    assert.equal(old.body.code, 'wrong_code')
  })

  test('stays on when the password changes while it is being removed', async () => {
    const app = await open()
    const { email, secret } = await withSecondFactor(app)
    app.clock.advance(MINUTE_MS)
    const { db } = app.world
    const person = (await findPersonByEmail(db, email))!
    const meanwhile: typeof db.transaction = async (work) => {
      await updatePerson(db, person.id, { password_hash: 'another' })
      return db.transaction(work)
    }
    const world = { ...app.world, db: instead(db, { transaction: meanwhile }) }
    const removed = removeSecondFactor(world, person, codeNow(app, secret))
    await assert.rejects(removed, { code: 'signed_out' })
    assert.ok((await findPersonByEmail(db, email))!.totp_confirmed_at)
  })
})

async function withSecondFactor(app: TestApp) {
  const person = await newPerson(app)
  const { secret } = await person.ask('startSecondFactor', { current_password: PASSWORD })
  const { recovery_codes } = await person.ask('confirmSecondFactor', { code: codeNow(app, secret) })
  return { ...person, secret, codes: recovery_codes }
}

/** Enters wrong codes without exceeding the limits of a minute. */
async function enterWrong(
  app: TestApp & { clock: MovableClock },
  { email, secret }: { email: string; secret: string },
  times: number,
) {
  for (let n = 0; n < times; n++) {
    if (n % 4 === 0) app.clock.advance(MINUTE_MS + 1)
    const code = wrongCode(app, secret)
    const wrong = await newDashboardClient(app).call('signIn', { email, password: PASSWORD, code })
    assert.equal(wrong.body.code, 'wrong_code')
  }
}

/** A code that is not valid now. */
function wrongCode(app: TestApp, base32: string): string {
  const right = [-1, 0, 1].map((steps) => codeNow(app, base32, steps))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
}

const inDevanagari = (code: string) => code.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)]!)
