import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instead } from '../../faults/deeds/instead.ts'
import type { TestApp } from '../../harness/app/app.ts'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import { letterTo, newDashboardClient, newPerson, PASSWORD } from '../../harness/shops/dashboard.ts'
import { askReset, changePassword, resetPassword } from '../../server/accounts/change-password.ts'
import { hashPassword } from '../../server/accounts/password.ts'
import { confirmSecondFactor, startSecondFactor } from '../../server/accounts/second-factor.ts'
import { signIn } from '../../server/accounts/sign-in.ts'
import { signUp } from '../../server/accounts/sign-up.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import { findPersonByEmail, updatePerson } from '../../server/storage/accounts/people.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'

const MAILS = { SMTP_URL: 'smtp://127.0.0.1:9' }
const ANOTHER = 'a teapot of clay'

openOnEachEngine('accounts', (open) => {
  test('a sign-up becomes an account when its link is used, once', async () => {
    const app = await open(MAILS)
    const browser = newDashboardClient(app)
    const email = 'Asha@Example.com'
    const outcome = await browser.ask('signUp', { name: ' Asha ', email, password: PASSWORD })
    assert.deepEqual(outcome, { outcome: 'check_mail' })
    assert.equal((await browser.call('signIn', { email, password: PASSWORD })).body.code, 'wrong_sign_in')

    const { token } = (await letterTo(app, 'asha@example.com'))!
    await browser.ask('confirmSignUp', { token })
    const { person } = await browser.ask('session', {})
    assert.deepEqual([person?.name, person?.email], ['Asha', 'asha@example.com'])
    await browser.ask('changeName', { name: ' Asha Rao ' })
    assert.equal((await browser.ask('session', {})).person?.name, 'Asha Rao')
    assert.equal((await browser.call('changeName', { name: ' ' })).status, 400)
    assert.equal((await newDashboardClient(app).call('confirmSignUp', { token })).body.code, 'link_over')
    await newDashboardClient(app).ask('signIn', { email: ' ASHA@example.com ', password: PASSWORD })
  })

  test('the link opens an account only in the browser that asked for it, or with its password', async () => {
    const app = await open(MAILS)
    const email = 'mailbox@example.com'
    await newDashboardClient(app).ask('signUp', { name: 'Eve', email, password: PASSWORD })
    const { token } = (await letterTo(app, email))!
    const owner = newDashboardClient(app)
    await owner.ask('signUp', { name: 'Asha', email: 'another@example.com', password: ANOTHER })
    for (const password of [undefined, '', ANOTHER]) {
      const { status, body } = await owner.call('confirmSignUp', {
        token,
        ...(password !== undefined && { password }),
      })
      assert.equal(status, 400)
      assert.equal(body.error, 'Enter the password that you chose when you signed up')
    }
    await owner.ask('confirmSignUp', { token, password: PASSWORD })
    assert.equal((await owner.ask('session', {})).person?.email, email)
  })

  test('where no mail can leave, an account begins at once; its password is kept at the full cost', async () => {
    const app = await open()
    const browser = newDashboardClient(app)
    const input = { name: 'Asha', email: 'at-once@example.com', password: PASSWORD }
    assert.deepEqual(await browser.ask('signUp', input), { outcome: 'signed_in' })
    assert.equal((await browser.ask('session', {})).person?.email, input.email)
    const { password_hash } = (await findPersonByEmail(app.world.db, input.email))!
    assert.match(password_hash, /^argon2id\$19456\$2\$1\$/)
    const again = await newDashboardClient(app).call('signUp', input)
    assert.equal(again.body.error, 'This e-mail address has an account already. Sign in instead.')
  })

  test('a sign-up is refused beside the field that is wrong', async () => {
    const app = await open()
    const { call, ask } = newDashboardClient(app)
    const right = { name: 'Asha', email: 'refused@example.com', password: PASSWORD }
    for (const [field, typed, sentence] of [
      ['name', ' ', 'Your name must not be empty'],
      ['email', 'nobody', 'Enter an e-mail address'],
      ['password', 'password12', 'This password is too easy to guess'],
    ] as const) {
      const { status, body } = await call('signUp', { ...right, [field]: typed })
      assert.deepEqual([status, body.fields], [400, { [field]: sentence }])
    }
    assert.equal((await ask('session', {})).person, null)
  })

  test('signing up with a known address answers as for an unknown one, and changes nothing', async () => {
    const app = await open(MAILS)
    const { email } = await newPerson(app)
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((each) =>
        newDashboardClient(app).call('signUp', { name: 'Eve', email: each, password: ANOTHER }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      Array(2).fill([200, { outcome: 'check_mail' }]),
    )
    assert.match((await letterTo(app, email))!.subject, /account already/)
    assert.equal((await newDashboardClient(app).call('signIn', { email, password: ANOTHER })).status, 400)
    await newDashboardClient(app).ask('signIn', { email, password: PASSWORD })
  })

  test('an unknown address and a wrong password look the same', async () => {
    const app = await open()
    const { email } = await newPerson(app)
    const wrong = await newDashboardClient(app).call('signIn', { email, password: 'not the password' })
    const unknown = await newDashboardClient(app).call('signIn', {
      email: 'x@example.com',
      password: PASSWORD,
    })
    const malformed = await newDashboardClient(app).call('signIn', { email: 'x', password: PASSWORD })
    for (const { status, body, headers } of [wrong, unknown, malformed]) {
      assert.equal(status, 400)
      assert.equal(body.error, 'The e-mail address or the password is not right')
      assert.equal(headers.get('set-cookie'), null)
    }
  })

  test('a sign-in gets a token of its own, and ends the session that the browser came with', async () => {
    const app = await open()
    const { browser, email } = await newPerson(app)
    const before = browser.cookie
    await browser.ask('signIn', { email, password: PASSWORD })
    assert.notEqual(browser.cookie, before)
    const fixed = newDashboardClient(app)
    fixed.cookie = before
    assert.equal((await fixed.ask('session', {})).person, null)
    fixed.cookie = 'haat_session=chosen-by-somebody-else'
    await fixed.ask('signIn', { email, password: PASSWORD })
    assert.ok(!fixed.cookie.includes('chosen-by-somebody-else'))
  })

  test('signing out ends the session for good, signing out everywhere ends all of them', async () => {
    const app = await open()
    const { browser, email } = await newPerson(app)
    const other = newDashboardClient(app)
    await other.ask('signIn', { email, password: PASSWORD })
    const stolen = newDashboardClient(app)
    stolen.cookie = browser.cookie
    await browser.ask('signOut', {})
    assert.equal(browser.cookie, '', 'the browser forgets it')
    assert.equal((await stolen.ask('session', {})).person, null)

    await browser.ask('signIn', { email, password: PASSWORD })
    assert.equal((await other.ask('listSessions', {})).sessions.length, 2)
    await browser.ask('signOutEverywhere', {})
    assert.equal(browser.cookie, '')
    assert.equal((await other.call('listSessions', {})).status, 401)
  })

  test('one device is signed out alone, at once; no other person can do it, and no token is shown', async () => {
    const app = await open()
    const { ask, call, browser, email } = await newPerson(app)
    const [other, third] = [newDashboardClient(app), newDashboardClient(app)]
    for (const each of [other, third]) await each.ask('signIn', { email, password: PASSWORD })
    const { sessions } = await other.ask('listSessions', {})
    const { id: session } = sessions.find(({ current }) => current)!
    assert.deepEqual(Object.keys(sessions[0]!), ['id', 'last_seen_at', 'user_agent', 'current'])

    const stranger = await newPerson(app, 'Eve')
    const theirs = await stranger.call('endSession', { session })
    assert.deepEqual([theirs.status, theirs.body.error], [404, 'Not found'])
    assert.equal((await other.ask('session', {})).person?.email, email)

    assert.deepEqual(await ask('endSession', { session }), {})
    const over = await other.call('listSessions', {})
    assert.deepEqual([over.status, over.body.error], [401, 'Sign in to continue'])
    assert.equal((await call('endSession', { session })).status, 404)
    const left = await third.ask('listSessions', {})
    assert.deepEqual(left.sessions.map(({ current }) => current).toSorted(), [false, true])

    await ask('endSession', { session: left.sessions.find(({ current }) => !current)!.id })
    assert.equal(browser.cookie, '', 'the own one is forgotten by the browser too')
    assert.equal((await third.ask('session', {})).person?.email, email)
  })

  test('a session ends after 14 idle days, and after 30 days in any case', async () => {
    const app = await open()
    const { ask, email } = await newPerson(app)
    const idle = newDashboardClient(app)
    await idle.ask('signIn', { email, password: PASSWORD })
    for (const [ms, sessions] of [
      [14 * DAY_MS - 1, 2],
      [1, 1],
      [13 * DAY_MS, 1],
      [3 * DAY_MS - 1, 1],
    ] as const) {
      app.clock.advance(ms)
      assert.equal((await ask('listSessions', {})).sessions.length, sessions)
      if (sessions === 1) assert.equal((await idle.ask('session', {})).person, null)
    }
    await idle.ask('signIn', { email, password: PASSWORD })
    app.clock.advance(1)
    assert.equal((await ask('session', {})).person, null)
    assert.equal((await idle.ask('listSessions', {})).sessions.length, 1)
  })

  test('the last use of a session is recorded every five minutes at most', async () => {
    const app = await open()
    const { ask } = await newPerson(app)
    const begun = app.world.now()
    const seen = async () => Date.parse((await ask('listSessions', {})).sessions[0]!.last_seen_at) - begun
    app.clock.advance(300_000)
    assert.equal(await seen(), 0)
    app.clock.advance(1)
    assert.equal(await seen(), 300_001)
  })

  test('changing the password needs the old one and signs every other browser out', async () => {
    const app = await open()
    const { browser, ask, call, email } = await newPerson(app)
    const other = newDashboardClient(app)
    await other.ask('signIn', { email, password: PASSWORD })
    const wrong = await call('changePassword', { current_password: 'wrong', password: ANOTHER })
    assert.equal(wrong.body.code, 'wrong_password')
    const short = await call('changePassword', { current_password: PASSWORD, password: 'short' })
    assert.deepEqual(short.body.fields, {
      password: 'The password must be between 10 and 200 characters',
    })
    const before = browser.cookie
    await ask('changePassword', { current_password: PASSWORD, password: ANOTHER })
    assert.notEqual(browser.cookie, before)
    assert.ok((await ask('session', {})).person)
    assert.equal((await other.ask('session', {})).person, null)
    assert.equal((await other.call('signIn', { email, password: PASSWORD })).status, 400)
    await other.ask('signIn', { email, password: ANOTHER })
  })

  test('an action begun with an old password has no effect once another, or a second factor, is set', async () => {
    const app = await open()
    const { world } = app
    const { email } = await newPerson(app)
    const person = (await findPersonByEmail(world.db, email))!
    const set = (changes: Parameters<typeof updatePerson>[2]) => updatePerson(world.db, person.id, changes)
    const input = { email, password: PASSWORD }
    const browser = { userAgent: 'test' }

    const withFactor = meanwhile(world, () => set({ totp_confirmed_at: 1 }))
    await assert.rejects(signIn(withFactor, input, browser), { code: 'code_needed' })
    await set({ totp_confirmed_at: null })

    const password_hash = await hashPassword(ANOTHER)
    const changed = meanwhile(world, () => set({ password_hash }))
    await assert.rejects(signIn(changed, input, browser), { code: 'wrong_sign_in' })
    const change = { current: PASSWORD, next: 'a cup of clay' }
    await assert.rejects(changePassword(world, person, change, browser), { code: 'wrong_password' })
    await assert.rejects(startSecondFactor(world, person), { code: 'signed_out' })
    await assert.rejects(confirmSecondFactor(world, person, '000000'), { code: 'signed_out' })
    await signIn(world, { email, password: ANOTHER }, browser)
  })

  test('a reset link works once, within the hour, and ends every session', async () => {
    const app = await open(MAILS)
    const { ask, email } = await newPerson(app)
    const browser = newDashboardClient(app)
    assert.deepEqual(
      await browser.ask('askReset', { email }),
      await browser.ask('askReset', { email: 'stranger@example.com' }),
    )
    assert.equal(await letterTo(app, 'stranger@example.com'), undefined)
    const late = (await letterTo(app, email))!.token
    app.clock.advance(HOUR_MS + 1)
    assert.equal(
      (await browser.call('resetPassword', { token: late, password: ANOTHER })).body.code,
      'link_over',
    )

    const links: string[] = []
    for (let n = 0; n < 2; n++) {
      app.clock.advance(1)
      await browser.ask('askReset', { email })
      links.push((await letterTo(app, email))!.token)
    }
    const [other, token] = links as [string, string]
    const easy = await browser.call('resetPassword', { token, password: email })
    assert.deepEqual(easy.body.fields, { password: 'This password is too easy to guess' })
    app.clock.advance(1)
    await browser.ask('resetPassword', { token, password: ANOTHER })
    assert.equal((await letterTo(app, email))?.subject, 'Your password was changed')
    assert.equal((await ask('session', {})).person, null)
    const second = await browser.call('resetPassword', { token: other, password: PASSWORD })
    assert.equal(second.body.code, 'link_over', 'the other link died with it')
    assert.equal((await browser.call('resetPassword', { token, password: PASSWORD })).body.code, 'link_over')
    await browser.ask('signIn', { email, password: ANOTHER })
  })

  test('a mailbox gets at most five mails an hour, whoever asks, and however the address is written', async () => {
    const app = await open(MAILS)
    const { email } = await newPerson(app)
    const stranger = `stranger-${email}`
    for (let n = 0; n < 9; n++) {
      if (n % 4 === 0) app.clock.advance(61_000)
      await newDashboardClient(app).ask('askReset', { email })
      const typed = n < 3 ? stranger : stranger.replace('@', `+${n}@`)
      await newDashboardClient(app).ask('signUp', { name: 'Eve', email: typed, password: PASSWORD })
    }
    const counts = await Promise.all(
      [email, stranger, ...[3, 4, 5].map((n) => stranger.replace('@', `+${n}@`))].map((to) =>
        letterTo(app, to),
      ),
    )
    assert.deepEqual(
      counts.map((letter) => letter?.count),
      [5, 3, 1, 1, undefined],
    )
    app.clock.advance(HOUR_MS)
    await newDashboardClient(app).ask('askReset', { email })
    assert.equal((await letterTo(app, email))?.count, 6)
  })

  test('a mailbox gets no more mails under other spellings of its domain, which mean the same to a mail server', async () => {
    const app = await open(MAILS)
    app.clock.advance(61_000)
    const hyphens = [0, 1, 2, 3, 4, 5, 6].map((n) => `spelled@e${'\u00ad'.repeat(n)}xample.com`)
    for (const typed of hyphens)
      await newDashboardClient(app).ask('signUp', { name: 'Eve', email: typed, password: PASSWORD })
    const counts = await Promise.all(hyphens.map((to) => letterTo(app, to)))
    assert.deepEqual(
      counts.map((letter) => letter?.count),
      [1, 1, 1, 1, 1, undefined, undefined],
    )
  })

  test('sign-ups under an address that no mail can reach do not use up the mails of a mailbox', async () => {
    const app = await open(MAILS)
    app.clock.advance(61_000)
    const signUp = (email: string) =>
      newDashboardClient(app).ask('signUp', { name: 'Eve', email, password: PASSWORD })
    for (let n = 0; n < 5; n++) await signUp(`victim@example.com#${n}`)
    await signUp('victim@example.com')
    assert.equal((await letterTo(app, 'victim@example.com'))?.count, 1)
  })

  test('requests by strangers leave an account a working reset link: only mails that are sent count', async () => {
    const app = await open(MAILS)
    const { email } = await newPerson(app)
    const tagged = (n: number) => email.replace('@', `+${n}@`)
    const eachOf = async (work: (n: number) => Promise<unknown>) => {
      for (let n = 0; n < 5; n++) await work(n)
    }
    await eachOf((n) => askReset(app.world, tagged(n)))
    await askReset(app.world, email)
    assert.equal((await letterTo(app, email))?.count, 1, 'an address without an account gets no mail')
    await eachOf((n) => signUp(app.world, { name: 'Eve', email: tagged(n), password: PASSWORD }))
    await askReset(app.world, email)
    assert.equal((await letterTo(app, email))?.count, 2, 'sign-up mails are counted separately')
    for (let asked = 0; asked < 18; asked++) {
      app.clock.advance(10 * MINUTE_MS)
      await askReset(app.world, email)
    }
    await resetPassword(app.world, (await letterTo(app, email))!.token, ANOTHER)
  })

  test('mails that a clock a month ahead has dated keep none from leaving once the clock is right', async () => {
    const app = await open(MAILS)
    const { email } = await newPerson(app)
    const askReset = () => newDashboardClient(app).ask('askReset', { email })
    app.clock.advance(30 * DAY_MS)
    for (let n = 0; n < 5; n++) await askReset()
    app.clock.advance(-30 * DAY_MS)
    await askReset()
    assert.equal((await letterTo(app, email))?.count, 6)
  })

  test('tokens and passwords are stored in no form that grants access', async () => {
    const app = await open(MAILS)
    const { browser, email } = await newPerson(app)
    await browser.ask('askReset', { email })
    const { token } = (await letterTo(app, email))!
    const kept = JSON.stringify(await everything(app))
    for (const secret of [token, browser.cookie.split('=')[1]!, PASSWORD]) assert.ok(!kept.includes(secret))
  })
})

const TABLES = ['people', 'sessions', 'mail_links', 'letters', 'invitations'] as const

const everything = ({ world }: TestApp) =>
  Promise.all(TABLES.map((table) => rowsOf(world.db, (sql) => sql.selectFrom(table).selectAll())))

/** Wraps a world so that `happens` runs before a transaction begins. */
const meanwhile = (world: World, happens: () => Promise<unknown>): World => ({
  ...world,
  db: instead(world.db, {
    async transaction(work) {
      await happens()
      return world.db.transaction(work)
    },
  }),
})
