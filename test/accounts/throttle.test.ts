import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { TestApp } from '../../harness/app/app.ts'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import { join, letterTo, newDashboardClient, newPerson, PASSWORD } from '../../harness/shops/dashboard.ts'
import { askReset } from '../../server/accounts/change-password.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { signIn } from '../../server/accounts/sign-in.ts'
import { accountMark } from '../../server/http/dashboard/accounts/known-browser.ts'
import { DAY_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'

const PROXIED = { SMTP_URL: 'smtp://127.0.0.1:9', TRUST_PROXY: '127.0.0.1' }
const ANOTHER = 'a teapot of clay'
const TOO_OFTEN = 'Too many tries. Wait a little and try again.'

const ALWAYS = { from: '2020-01-01T00:00:00Z', to: '2040-01-01T00:00:00Z' }
const KEYS = { key_id: 'rzp_test_abcdefghij', key_secret: 'a'.repeat(24), webhook_secret: 'b'.repeat(24) }

type Owner = Awaited<ReturnType<typeof ownerIn>>

/** Limits of five a minute, for one person, or for one network at one account or link. */
const FIVE_A_MINUTE: Record<string, (owner: Owner) => Promise<{ status: number; body: { error?: string } }>> =
  {
    changePassword: ({ call }) => call('changePassword', { current_password: 'wrong', password: ANOTHER }),
    startSecondFactor: ({ call }) => call('startSecondFactor', { current_password: 'wrong' }),
    confirmSecondFactor: ({ call }) => call('confirmSecondFactor', { code: '000000' }),
    removeSecondFactor: ({ call }) =>
      call('removeSecondFactor', { current_password: 'wrong', code: '000000' }),
    createStore: ({ call }) => call('createStore', { name: '' }),
    invite: ({ call, store }) => call('invite', { store, email: 'x', role: 'staff' }),
    deleteStore: ({ call, store }) => call('deleteStore', { store, name: '', current_password: 'wrong' }),
    replayRange: ({ call, store }) => call('replayRange', { store, webhook: randomUUID(), ...ALWAYS }),
    setRazorpay: ({ call, store }) => call('setRazorpay', { store, ...KEYS }),
    signUp: ({ call }) => call('signUp', { name: '', email: 'x', password: '' }),
    confirmSignUp: ({ call }) => call('confirmSignUp', { token: 'x' }),
    askReset: ({ call, email }) => call('askReset', { email }),
    resetPassword: ({ call }) => call('resetPassword', { token: 'x', password: '' }),
  }

openOnEachEngine('tries', (open) => {
  test('at routes open to guessing or mass sending are five a minute', async () => {
    const app = await open(PROXIED)
    const owner = await ownerIn(app)
    for (const [route, call] of Object.entries(FIVE_A_MINUTE)) {
      app.clock.advance(MINUTE_MS + 1)
      const answers = await Promise.all(Array.from({ length: 6 }, () => call(owner)))
      const refused = answers.filter(({ status }) => status === 429)
      assert.deepEqual([route, ...refused.map(({ body }) => body.error)], [route, TOO_OFTEN])
    }
  })

  test('events for another server are asked for 20 times a minute by a person, 40 by a team, 60 from a network', async () => {
    const app = await open(PROXIED)
    const owner = await ownerIn(app)
    const team = await Promise.all([1, 2].map(() => newPerson(app)))
    for (const person of team) await join(app, owner.store, person, 'manager')
    const testing = async ({ call }: Pick<Owner, 'call'>, store: string, times: number) => {
      const of = { store, webhook: randomUUID() }
      const asked = Array.from({ length: times }, (_, n) =>
        call(n % 2 ? 'testWebhook' : 'diagnoseWebhook', of),
      )
      const answers = await Promise.all(asked)
      const refused = answers.filter(({ status }) => status === 429)
      return [times - refused.length, ...new Set(refused.map(({ body }) => body.error))]
    }
    assert.deepEqual(await testing(owner, owner.store, 22), [20, TOO_OFTEN])
    const [second, third] = await Promise.all(team.map(({ id }) => signedIn(app, id)))
    assert.deepEqual(await testing(second!, owner.store, 20), [20])
    assert.deepEqual(await testing(third!, owner.store, 2), [0, TOO_OFTEN])
    const { store_id: own } = await third!.ask('createStore', { name: 'Own' })
    assert.deepEqual(await testing(third!, own, 18), [18])
    const fourth = await ownerIn(app)
    assert.deepEqual(await testing(fourth, fourth.store, 4), [2, TOO_OFTEN])
    app.clock.advance(MINUTE_MS + 1)
    assert.deepEqual(await testing(second!, owner.store, 1), [1])
  })

  test('of one network are 30 a minute, over all routes', async () => {
    const app = await open(PROXIED)
    const confirm = async (address: string, n: number) =>
      (await from(app, address).call('confirmSignUp', { token: `link ${n}` })).status
    const tries = await Promise.all(Array.from({ length: 31 }, (_, n) => confirm('203.0.113.1', n)))
    assert.deepEqual(tries.sort(), [...Array(30).fill(400), 429])
    assert.equal(await confirm('203.0.113.1', 31), 429)
    assert.equal(await confirm('198.51.100.1', 31), 400)
  })

  test('of all people signed in on one network are 30 a minute', async () => {
    const app = await open(PROXIED)
    const people = await Promise.all(Array.from({ length: 7 }, () => newPerson(app)))
    const tries = await Promise.all(
      people.map(async ({ id }) => {
        const { call } = await signedIn(app, id)
        return Promise.all(Array.from({ length: 5 }, (_, n) => call('createStore', { name: `Lamps ${n}` })))
      }),
    )
    const statuses = tries.flat().map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [...Array(30).fill(200), ...Array(5).fill(429)])
  })

  test('of all known browsers of an account are 20 a minute, five of each', async () => {
    const app = await open(PROXIED)
    const { email, id } = await newPerson(app)
    const browsers = await Promise.all([1, 2, 3, 4, 5].map(() => signedIn(app, id)))
    for (const browser of browsers) await browser.ask('session', {})
    const tryIn = async (browser: (typeof browsers)[number]) =>
      (await browser.call('signIn', { email, password: 'wrong' })).status
    const last = browsers.pop()!
    for (const browser of browsers) {
      const tries = await Promise.all(Array.from({ length: 5 }, () => tryIn(browser)))
      assert.deepEqual(tries, Array(5).fill(400))
    }
    assert.equal(await tryIn(last), 429)
  })

  test('a sixth try at one account within a minute waits, whatever the password, known or not', async () => {
    const app = await open(PROXIED)
    const { email } = await newPerson(app)
    for (const each of [email, 'nobody@example.com']) {
      const tries = await Promise.all(
        Array.from({ length: 6 }, () =>
          from(app, '198.51.100.1').call('signIn', { email: each, password: 'wrong' }),
        ),
      )
      assert.deepEqual(tries.map(({ status }) => status).sort(), [400, 400, 400, 400, 400, 429])
      const right = await from(app, '198.51.100.1').call('signIn', { email: each, password: PASSWORD })
      assert.equal(right.status, 429)
      assert.ok(Number(right.headers.get('retry-after')) >= 1)
    }
    app.clock.advance(61_000)
    await from(app, '198.51.100.1').ask('signIn', { email, password: PASSWORD })
  })

  test('tries from one network block neither sign-in nor reset from another', async () => {
    const app = await open(PROXIED)
    const { email } = await newPerson(app)
    const [eve, asha] = [from(app, '203.0.113.1'), from(app, '198.51.100.1')]
    for (let n = 0; n < 6; n++) {
      const tried = await eve.call('signIn', { email: email.toUpperCase(), password: 'wrong' })
      const asked = await eve.call('askReset', { email })
      assert.deepEqual([tried.status, asked.status], n < 5 ? [400, 200] : [429, 429])
    }
    await asha.ask('signIn', { email, password: PASSWORD })
    await asha.ask('askReset', { email })
  })

  test('strangers on many networks have 20 tries a minute; a browser the account knows signs in all the same', async () => {
    const app = await open(PROXIED)
    const { email } = await newPerson(app)
    const known = from(app, '198.51.100.1')
    await known.ask('signIn', { email, password: PASSWORD })
    await known.ask('session', {})
    await known.ask('signOut', {})
    const useUp = async () => {
      app.clock.advance(MINUTE_MS + 1)
      const tries = await Promise.all(
        Array.from({ length: 21 }, (_, n) =>
          from(app, `2001:db8:0:${n}::1`).call('signIn', { email, password: 'wrong' }),
        ),
      )
      assert.deepEqual(tries.map(({ status }) => status).sort(), [...Array(20).fill(400), 429])
    }
    await useUp()
    const stranger = from(app, '192.0.2.1')
    assert.equal((await stranger.call('signIn', { email, password: PASSWORD })).status, 429)
    await known.ask('signIn', { email, password: PASSWORD })
    assert.equal((await known.call('signIn', { email: 'other@example.com', password: 'wrong' })).status, 400)
    app.clock.advance(400 * DAY_MS)
    await useUp()
    assert.equal(
      (await known.call('signIn', { email, password: PASSWORD })).status,
      429,
      'not known for ever',
    )

    await stranger.ask('askReset', { email })
    const { token } = (await letterTo(app, email))!
    await stranger.ask('resetPassword', { token, password: ANOTHER })
    await stranger.ask('signIn', { email, password: ANOTHER })
    for (let n = 0; n < 5; n++) {
      const { status } = await stranger.call('signIn', { email, password: 'wrong' })
      assert.equal(status, n < 4 ? 400 : 429, 'a known browser has five tries a minute too')
    }
  })

  test('a text far too long for an address is handled quickly wherever an address is accepted', {
    timeout: 20_000,
  }, async () => {
    const app = await open(PROXIED)
    const email = `e${'\u0323\u0301'.repeat(200_000)}@example.com`
    await askReset(app.world, email)
    await assert.rejects(signIn(app.world, { email, password: ANOTHER }, { userAgent: 'test' }))
    accountMark(email)
    await turn() // lets node:test check the time limit
  })
})

async function ownerIn(app: TestApp) {
  const { id, email } = await newPerson(app)
  const { call, ask } = await signedIn(app, id)
  const { store_id: store } = await ask('createStore', { name: 'Lamps' })
  return { call, email, store }
}

async function signedIn(app: TestApp, personId: string) {
  const browser = from(app, '198.51.100.1')
  const token = await openSession(app.world.db, app.world, personId, { userAgent: 'test' })
  browser.cookie = `haat_session=${token}`
  return browser
}

const from = (app: TestApp, address: string) =>
  newDashboardClient(app, { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' })
