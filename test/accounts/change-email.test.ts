import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instead } from '../../faults/deeds/instead.ts'
import type { TestApp } from '../../harness/app/app.ts'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import {
  join,
  letterTo,
  newDashboardClient,
  newOwner,
  newPerson,
  PASSWORD,
  type Somebody,
} from '../../harness/shops/dashboard.ts'
import { askEmailChange, changeEmailAtOnce, confirmEmailChange } from '../../server/accounts/change-email.ts'
import { askReset } from '../../server/accounts/change-password.ts'
import { whoIs } from '../../server/accounts/sessions.ts'
import { signIn } from '../../server/accounts/sign-in.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import { updatePerson } from '../../server/storage/accounts/people.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'
import { codeNow } from '../help/code-now.ts'

const MAILS = { SMTP_URL: 'smtp://127.0.0.1:9', HAAT_ROLE: 'web' }
const TAKEN = 'This e-mail address has an account already. Choose another one.'
const OVER = 'This link has been used or has run out. Ask for a new one.'

let addresses = 0
const newAddress = () => `new-address-${++addresses}@example.com`

openOnEachEngine('a new e-mail address', (open) => {
  test('takes effect once its link is used; the old one gets a mail before and after', async () => {
    const app = await open(MAILS)
    const owner = await newOwner(app, 'First')
    const second = await newOwner(app, 'Second')
    await join(app, second.store, owner, 'staff')
    const other = newDashboardClient(app)
    await other.ask('signIn', { email: owner.email, password: PASSWORD })
    const email = newAddress()

    const answer = await owner.ask('askEmailChange', {
      email: ` ${email.toUpperCase()} `,
      current_password: PASSWORD,
    })
    assert.deepEqual(answer, { outcome: 'check_mail' })
    assert.equal((await owner.ask('session', {})).person?.email, owner.email)
    assert.equal((await letterTo(app, owner.email))?.subject, 'Your e-mail address is about to change')
    const { subject, url, token } = (await letterTo(app, email))!
    assert.equal(subject, 'Confirm your new e-mail address')
    assert.equal(url, `${app.world.publicUrl}/dashboard/new-address#${token}`)

    app.clock.advance(1)
    const before = owner.browser.cookie
    assert.deepEqual(await owner.ask('confirmEmailChange', { token }), {})
    assert.notEqual(owner.browser.cookie, before)
    assert.equal((await owner.ask('session', {})).person?.email, email)
    assert.equal((await other.ask('session', {})).person, null)
    const told = (await letterTo(app, owner.email))!
    assert.deepEqual([told.subject, told.count], ['Your e-mail address was changed', 2])

    const again = await owner.call('confirmEmailChange', { token })
    assert.deepEqual([again.status, again.body.error], [400, OVER])
    const old = await other.call('signIn', { email: owner.email, password: PASSWORD })
    assert.equal(old.body.error, 'The e-mail address or the password is not right')
    await other.ask('signIn', { email: email.toUpperCase(), password: PASSWORD })
    for (const { ask, store } of [owner, second]) {
      const [line] = (await ask('listAudit', { store })).items
      assert.deepEqual(
        [line?.action, line?.subject, line?.detail, line?.actor, line?.actor_email],
        ['member.email_changed', `${owner.email} → ${email}`, '', 'Asha', owner.email],
      )
    }
  })

  test('needs the password and, if set up, the second factor', async () => {
    const app = await open(MAILS)
    const { ask, call, ...person } = await newPerson(app)
    const email = newAddress()
    const refused = async (input: { email?: string; current_password?: string; code?: string }) => {
      const { status, body } = await call('askEmailChange', { email, current_password: PASSWORD, ...input })
      return [status, body.error]
    }
    assert.deepEqual(await refused({ email: 'nobody' }), [400, 'Enter an e-mail address'])
    assert.deepEqual(await refused({ email: person.email.toUpperCase() }), [
      400,
      'This is your address already',
    ])
    assert.deepEqual(await refused({ current_password: 'wrong' }), [
      400,
      'Your current password is not right',
    ])
    const { secret } = await ask('startSecondFactor', { current_password: PASSWORD })
    const code = () => codeNow(app, secret)
    await ask('confirmSecondFactor', { code: code() })
    app.clock.advance(MINUTE_MS)
    assert.deepEqual(await refused({}), [400, 'Enter the code from your authenticator app'])
    assert.deepEqual(await refused({ code: codeNow(app, secret, 5) }), [
      400,
      'The code is not right, or was used before',
    ])
    assert.equal(await letterTo(app, email), undefined)
    assert.equal(await letterTo(app, person.email), undefined)
    await ask('askEmailChange', { email, current_password: PASSWORD, code: code() })
    await ask('confirmEmailChange', { token: (await letterTo(app, email))!.token })
    assert.equal((await ask('session', {})).person?.email, email)
  })

  test('that has an account gets the same answer as a free one, and a mail that says so, whose link confirms nothing', async () => {
    const app = await open(MAILS)
    const { call, ask, email: own } = await newPerson(app)
    const { email: taken } = await newPerson(app)
    const free = newAddress()
    const answers = await Promise.all(
      [taken, free].map((email) => call('askEmailChange', { email, current_password: PASSWORD })),
    )
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      Array(2).fill([200, { outcome: 'check_mail' }]),
    )
    const letter = (await letterTo(app, taken))!
    assert.deepEqual(
      [letter.subject, letter.url],
      ['This address has an account already', `${app.world.publicUrl}/dashboard/sign-in`],
    )
    assert.equal((await letterTo(app, own))?.count, 2)
    assert.equal((await ask('session', {})).person?.email, own)
  })

  test('is confirmed only by the person who asked for it, within the hour: a mistyped one is a stranger’s', async () => {
    const app = await open(MAILS)
    const person = await newPerson(app)
    const stranger = await newPerson(app, 'Eve')
    const token = await linkTo(app, person, newAddress())
    const nobody = await newDashboardClient(app).call('confirmEmailChange', { token })
    assert.deepEqual([nobody.status, nobody.body.error], [401, 'Sign in to continue'])
    const theirs = await stranger.call('confirmEmailChange', { token })
    assert.deepEqual(
      [theirs.status, theirs.body.error],
      [403, 'This link is for another account. Sign in to that one, then open it again.'],
    )
    const reset = await stranger.call('resetPassword', { token, password: 'a teapot of clay' })
    assert.equal(reset.body.error, OVER)
    app.clock.advance(HOUR_MS)
    const late = await person.call('confirmEmailChange', { token })
    assert.deepEqual([late.status, late.body.error], [400, OVER])
    assert.equal((await person.ask('session', {})).person?.email, person.email)
  })

  test('that two people claim at once goes to one; the other is told and keeps the old address', async () => {
    const app = await open(MAILS)
    const [asha, ravi] = [await newPerson(app, 'Asha'), await newPerson(app, 'Ravi')]
    const people = [asha, ravi]
    const email = newAddress()
    const links = [await linkTo(app, asha, email)]
    app.clock.advance(1)
    links.push(await linkTo(app, ravi, email))
    const answers = await Promise.all(
      people.map(({ call }, n) => call('confirmEmailChange', { token: links[n]! })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
    const loser = answers.findIndex(({ status }) => status === 400)
    assert.equal(answers[loser]!.body.error, TAKEN)
    const { call, ask, email: own } = people[loser]!
    assert.equal((await call('confirmEmailChange', { token: links[loser]! })).body.error, TAKEN)
    assert.equal((await ask('session', {})).person?.email, own)
    assert.equal((await people[1 - loser]!.ask('session', {})).person?.email, email)
  })

  test('that a sign-up awaits goes to whoever confirms first, and the old one is free again', async () => {
    const app = await open(MAILS)
    const person = await newPerson(app)
    const email = newAddress()
    const late = newDashboardClient(app)
    await late.ask('signUp', { name: 'Eve', email, password: PASSWORD })
    const signUp = (await letterTo(app, email))!.token
    app.clock.advance(1)
    await person.ask('confirmEmailChange', { token: await linkTo(app, person, email) })
    const { body } = await late.call('confirmSignUp', { token: signUp })
    assert.equal(body.error, 'This e-mail address has an account already. Sign in instead.')

    const next = newDashboardClient(app)
    app.clock.advance(1)
    await next.ask('signUp', { name: 'Mina', email: person.email, password: PASSWORD })
    await next.ask('confirmSignUp', { token: (await letterTo(app, person.email))!.token })
    assert.equal((await next.ask('session', {})).person?.name, 'Mina')
    assert.equal((await person.ask('session', {})).person?.email, email)
  })

  test('ends every link mailed to the old one, also a reset that is asked for at that moment', async () => {
    const app = await open(MAILS)
    const { world } = app
    const person = await newPerson(app)
    const change = await linkTo(app, person, newAddress())
    const other = await linkTo(app, person, newAddress())
    app.clock.advance(1)
    await person.ask('askReset', { email: person.email })
    const resets = [(await letterTo(app, person.email))!.token]
    app.clock.advance(1)
    const meanwhile = beforeEach(world, () => person.ask('confirmEmailChange', { token: change }))
    await askReset(meanwhile, person.email)
    app.clock.advance(1)
    resets.push((await letterTo(app, person.email))!.token)
    assert.notEqual(resets[1], '')
    for (const token of resets) {
      const { status, body } = await newDashboardClient(app).call('resetPassword', {
        token,
        password: 'a teapot of clay',
      })
      assert.deepEqual([status, body.error], [400, OVER])
    }
    assert.equal((await person.call('confirmEmailChange', { token: other })).body.error, OVER)
  })

  test('is not set once the password is changed or the account is gone', async () => {
    const app = await open(MAILS)
    const person = await newPerson(app)
    const token = await linkTo(app, person, newAddress())
    const password = 'a teapot of clay'
    await person.ask('changePassword', { current_password: PASSWORD, password })
    assert.equal((await person.call('confirmEmailChange', { token })).body.error, OVER)

    const gone = await newPerson(app)
    const left = await linkTo(app, gone, newAddress())
    const session = (await whoIs(app.world, gone.browser.cookie.split('=')[1]!))!
    await rowsOf(app.world.db, (sql) => sql.deleteFrom('people').where('id', '=', gone.id))
    await assert.rejects(confirmEmailChange(app.world, session, left, { userAgent: 'test' }), {
      code: 'signed_out',
    })
    assert.equal((await gone.call('confirmEmailChange', { token: left })).status, 401)
  })

  test('asks for the code of a second factor that is set up meanwhile', async () => {
    const app = await open(MAILS)
    const { world } = app
    const { id, browser } = await newPerson(app)
    const session = (await whoIs(world, browser.cookie.split('=')[1]!))!
    const meanwhile = beforeEach(world, () => updatePerson(world.db, id, { totp_confirmed_at: 1 }))
    const asked = { email: newAddress(), password: PASSWORD }
    await assert.rejects(askEmailChange(meanwhile, session, asked), { code: 'code_needed' })
    const atOnce = changeEmailAtOnce(meanwhile, session, asked, { userAgent: 'test' })
    await assert.rejects(atOnce, { code: 'code_needed' })
  })

  test('refuses a sign-in by the old one that was under way', async () => {
    const app = await open(MAILS)
    const person = await newPerson(app)
    const token = await linkTo(app, person, newAddress())
    const meanwhile = beforeEach(app.world, () => person.ask('confirmEmailChange', { token }))
    const input = { email: person.email, password: PASSWORD }
    await assert.rejects(signIn(meanwhile, input, { userAgent: 'test' }), { code: 'wrong_sign_in' })
    assert.equal((await person.ask('listSessions', {})).sessions.length, 1)
  })

  test('is changed together with its mail, its record and the end of its link, or not at all', async () => {
    const app = await open(MAILS)
    const { world } = app
    const owner = await newOwner(app)
    const email = newAddress()
    const token = await linkTo(app, owner, email)
    const session = (await whoIs(world, owner.browser.cookie.split('=')[1]!))!
    const killed: World = {
      ...world,
      db: instead(world.db, {
        transaction: (work) =>
          world.db.transaction(async (tx) => {
            await work(tx)
            throw new Error('killed')
          }),
      }),
    }
    const input = { email: newAddress(), password: PASSWORD }
    await assert.rejects(askEmailChange(killed, session, input), /killed/)
    assert.equal(await letterTo(app, input.email), undefined)
    await assert.rejects(confirmEmailChange(killed, session, token, { userAgent: 'test' }), /killed/)
    assert.equal((await owner.ask('session', {})).person?.email, owner.email)
    assert.equal((await letterTo(app, owner.email))?.count, 1)
    assert.equal((await owner.ask('listAudit', { store: owner.store })).items.length, 1)
    await owner.ask('confirmEmailChange', { token })
    assert.equal((await owner.ask('session', {})).person?.email, email)
  })

  test('gets at most five mails an hour, whoever asks, and one person sends ten a day', async () => {
    const app = await open(MAILS)
    const email = newAddress()
    const ask = async (person: Somebody, to: string) => {
      app.clock.advance(MINUTE_MS)
      return person.call('askEmailChange', { email: to, current_password: PASSWORD })
    }
    const others = [await newPerson(app), await newPerson(app)]
    for (const other of [...others, ...others, others[0]!])
      assert.equal((await ask(other, email)).status, 200)
    for (const { ask: say } of others)
      await say('changePassword', { current_password: PASSWORD, password: `${PASSWORD} anew` })
    const person = await newPerson(app)
    const full = await ask(person, email)
    assert.deepEqual(full.body.fields, {
      email: `${email} was sent five such mails within an hour. Try again later.`,
    })
    for (let n = 0; n < 10; n++) assert.equal((await ask(person, newAddress())).status, 200)
    const enough = await ask(person, newAddress())
    assert.deepEqual(enough.body.fields, {
      email: 'You have asked for 10 changes of your address within a day. Try again tomorrow.',
    })
    assert.equal((await letterTo(app, person.email))?.count, 10)
    app.clock.advance(DAY_MS)
    assert.equal((await ask(person, newAddress())).status, 200)
  })

  test('decides which invitations a person may accept, and leaves a member’s role as it is', async () => {
    const app = await open(MAILS)
    const { ask, store } = await newOwner(app)
    const person = await newPerson(app, 'Ravi')
    const email = newAddress()
    const invited = async (to: string) => {
      app.clock.advance(1)
      await ask('invite', { store, email: to, role: 'owner' })
      return (await letterTo(app, to))!.token
    }
    const [toOld, toNew] = [await invited(person.email), await invited(email)]
    app.clock.advance(1)
    await person.ask('confirmEmailChange', { token: await linkTo(app, person, email) })
    const old = await person.call('acceptInvitation', { token: toOld })
    assert.deepEqual([old.status, old.body.error], [403, 'This invitation is for another e-mail address'])
    await join(app, store, person, 'staff')
    await person.ask('acceptInvitation', { token: toNew })
    assert.equal((await person.ask('session', {})).stores[0]?.role, 'staff')
    const { items } = await ask('listAudit', { store })
    assert.deepEqual(
      items.filter(({ action }) => action === 'member.joined'),
      [],
    )
  })

  test('is changed at once where no mail can leave, and one that is taken is refused as such', async () => {
    const app = await open()
    const { ask, call, browser, ...person } = await newPerson(app)
    const { email: taken } = await newPerson(app)
    const refused = await call('askEmailChange', { email: taken, current_password: PASSWORD })
    assert.deepEqual([refused.status, refused.body.fields], [400, { email: TAKEN }])
    const other = newDashboardClient(app)
    await other.ask('signIn', { email: person.email, password: PASSWORD })
    const email = newAddress()
    const answer = await ask('askEmailChange', { email, current_password: PASSWORD })
    assert.deepEqual(answer, { outcome: 'changed' })
    assert.equal((await ask('session', {})).person?.email, email)
    assert.equal((await other.ask('session', {})).person, null)
  })
})

/** Asks to change the address and returns the link mailed to the new one. */
async function linkTo(app: TestApp, { ask }: Somebody, email: string): Promise<string> {
  await ask('askEmailChange', { email, current_password: PASSWORD })
  return (await letterTo(app, email))!.token
}

/** Wraps a world so that `happens` runs before each transaction begins. */
const beforeEach = (world: World, happens: () => Promise<unknown>): World => ({
  ...world,
  db: instead(world.db, {
    async transaction(work) {
      await happens()
      return world.db.transaction(work)
    },
  }),
})
