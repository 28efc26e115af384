import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DASHBOARD_API } from '#contract/dashboard.ts'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import { until } from '../../harness/app/until.ts'
import {
  join,
  letterTo,
  newDashboardClient,
  newOwner,
  newPerson,
  PASSWORD,
} from '../../harness/shops/dashboard.ts'
import { OPERATOR } from '../../server/accounts/operator.ts'
import { invite, removeMember } from '../../server/accounts/team.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { takeInvitation } from '../../server/storage/accounts/invitations.ts'
import { holdStore } from '../../server/storage/stores/stores.ts'
import { decidedAtOnce } from '../help/decided-at-once.ts'
import { lockWaits } from '../help/lock-waits.ts'
import { lateBody } from '../help/raw-socket.ts'

const MAILS = { SMTP_URL: 'smtp://127.0.0.1:9' }

type Owner = Awaited<ReturnType<typeof newOwner>>

openOnEachEngine('a team', (open) => {
  test('an invitation makes its addressee a member, once, and nobody else', async () => {
    const app = await open(MAILS)
    const { ask, store } = await newOwner(app)
    const guest = await newPerson(app, 'Ravi')
    const eve = await newPerson(app, 'Eve')
    const sent = await ask('invite', { store, email: guest.email.toUpperCase(), role: 'staff' })
    assert.equal(sent.link, null)
    const { token } = (await letterTo(app, guest.email))!

    assert.equal((await newDashboardClient(app).call('acceptInvitation', { token })).status, 401)
    const stolen = await eve.call('acceptInvitation', { token })
    assert.deepEqual(
      [stolen.status, stolen.body.error],
      [403, 'This invitation is for another e-mail address'],
    )
    const view = await eve.ask('readInvitation', { token })
    assert.deepEqual(view, {
      store_name: 'Lamps of Jaipur',
      role: 'staff',
      email: guest.email,
      invited_by: 'Asha',
      for_you: false,
    })
    app.clock.advance(1)
    assert.deepEqual(await guest.ask('acceptInvitation', { token }), { store_id: store })
    assert.equal((await guest.call('acceptInvitation', { token })).body.code, 'link_over')
    assert.equal((await guest.ask('session', {})).stores[0]?.role, 'staff')
    const { members, invitations } = await ask('readTeam', { store })
    assert.deepEqual([members.map(({ role }) => role), invitations], [['owner', 'staff'], []])
  })

  test('an invitation runs out after a week, is replaced by a new one, and can be withdrawn', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const guest = await newPerson(app)
    const linkOf = async () =>
      (await ask('invite', { store, email: guest.email, role: 'manager' })).link!.split('#')[1]!
    const [first, second] = [await linkOf(), await linkOf()]
    const over = await guest.call('acceptInvitation', { token: first })
    assert.equal(over.body.error, 'This link has been used or has run out. Ask for a new one.')
    app.clock.advance(7 * DAY_MS + 1)
    assert.equal((await guest.call('acceptInvitation', { token: second })).body.code, 'link_over')
    assert.deepEqual((await ask('readTeam', { store })).invitations, [])
    const third = await linkOf()
    const { invitations } = await ask('readTeam', { store })
    await ask('invite', { store, email: 'another@example.com', role: 'staff' })
    await ask('withdrawInvitation', { store, invitation: invitations[0]!.id })
    const { invitations: left } = await ask('readTeam', { store })
    assert.deepEqual(
      left.map(({ email }) => email),
      ['another@example.com'],
    )
    assert.equal((await guest.call('acceptInvitation', { token: third })).body.code, 'link_over')
    const again = await call('withdrawInvitation', { store, invitation: invitations[0]!.id })
    assert.equal(again.status, 404)
  })

  test('an invitation that is withdrawn while it is being accepted makes nobody a member', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const guest = await newPerson(app)
    const { link } = await ask('invite', { store, email: guest.email, role: 'manager' })
    const { invitations } = await ask('readTeam', { store })
    const { db } = app.world
    const { accepting } = await db.transaction(async (tx) => {
      await holdStore(tx, store)
      const accepting = guest.call('acceptInvitation', { token: link!.split('#')[1]! })
      if (db.dialect.engine === 'postgres') await until(async () => (await lockWaits(db)) > 0)
      await takeInvitation(tx, store, invitations[0]!.id)
      return { accepting }
    })
    assert.equal((await accepting).body.code, 'link_over')
    assert.deepEqual((await guest.ask('session', {})).stores, [])
  })

  test('an invitation needs an e-mail address', async () => {
    const { call, store } = await newOwner(await open())
    const { status, body } = await call('invite', { store, email: 'nobody', role: 'staff' })
    assert.deepEqual([status, body.fields], [400, { email: 'Enter an e-mail address' }])
  })

  test('the error for an existing member quotes their address verbatim, whatever characters it has', async () => {
    const app = await open()
    const { call, store } = await newOwner(app)
    const { email, ...ravi } = await newPerson(app, 'Ravi', { email: "ravi$&$'@example.com" })
    await join(app, store, { email, ...ravi }, 'staff')
    const { body } = await call('invite', { store, email, role: 'staff' })
    assert.equal(body.error, `${email} is a member already`)
  })

  test('an address gets at most five invitations an hour, whoever sends them, and still gets a reset', async () => {
    const app = await open(MAILS)
    const { email } = await newPerson(app)
    const owners = await Promise.all([1, 2, 3].map(() => newOwner(app)))
    const answers = await Promise.all(
      owners.flatMap(({ call, store }) =>
        Array.from({ length: 4 }, () => unlessBusy(() => call('invite', { store, email, role: 'staff' }))),
      ),
    )
    assert.equal((await letterTo(app, email))?.count, 5)
    const refused = answers.filter(({ status }) => status === 400)
    assert.equal(refused.length, 7)
    for (const { body } of refused) {
      assert.deepEqual(body.fields, {
        email: `${email} was sent five invitations within an hour. Try again later.`,
      })
    }
    await newDashboardClient(app).ask('askReset', { email })
    assert.equal((await letterTo(app, email))?.count, 6)
    app.clock.advance(DAY_MS / 24)
    await owners[0]!.ask('invite', { store: owners[0]!.store, email, role: 'staff' })
  })

  test('a person sends at most 50 invitations a day, across all stores', async () => {
    const app = await open()
    const owner = await newPerson(app)
    const stores = await Promise.all([newOwner(app), newOwner(app)])
    const inviteFrom = (n: number) =>
      invite(app.world, stores[n % 2]!.store, owner, { email: `stranger-${n}@example.com`, role: 'staff' })
    for (let n = 0; n < 50; n++) await inviteFrom(n)
    const enough = { email: 'You have sent 50 invitations within a day. Try again tomorrow.' }
    await assert.rejects(inviteFrom(50), { context: { fields: enough } })
    app.clock.advance(DAY_MS)
    await inviteFrom(51)
  })

  test('somebody without an account signs up with the invited address and joins', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const { link } = await ask('invite', { store, email: 'new@example.com', role: 'staff' })
    const browser = newDashboardClient(app)
    await browser.ask('signUp', { name: 'New', email: 'new@example.com', password: PASSWORD })
    await browser.ask('acceptInvitation', { token: link!.split('#')[1]! })
    assert.equal((await browser.ask('session', {})).stores[0]?.store_id, store)
  })

  test('the operator, who is in no team, can invite too, without a limit', async () => {
    const app = await open()
    const { store } = await newOwner(app)
    const guest = await newPerson(app)
    for (let n = 0; n < 50; n++)
      await invite(app.world, store, OPERATOR, { email: `guest-${n}@example.com`, role: 'staff' })
    const { token } = await invite(app.world, store, OPERATOR, { email: guest.email, role: 'owner' })
    assert.deepEqual(await guest.ask('acceptInvitation', { token }), { store_id: store })
  })

  test('a removed member is refused from the next request on', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const guest = await newPerson(app)
    await join(app, store, guest, 'owner')
    assert.equal((await guest.call('readTeam', { store })).status, 200)
    await ask('removeMember', { store, person: guest.id })
    const after = await guest.call('readTeam', { store })
    assert.deepEqual([after.status, after.body.error], [404, 'Store not found'])
    assert.deepEqual((await guest.ask('session', {})).stores, [])
    assert.equal((await call('removeMember', { store, person: guest.id })).status, 404)
  })

  test('a removed member does not come back through an invitation, whoever had sent it', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const [owner, guest] = [await newPerson(app), await newPerson(app)]
    await join(app, store, owner, 'owner')
    const { link } = await owner.ask('invite', { store, email: guest.email, role: 'owner' })
    await join(app, store, guest, 'staff')
    await ask('removeMember', { store, person: guest.id })
    const back = await guest.call('acceptInvitation', { token: link!.split('#')[1]! })
    assert.equal(back.body.code, 'link_over')
    assert.deepEqual((await ask('readTeam', { store })).invitations, [])
  })

  test('a removed member is refused also in a request whose body is still arriving', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const [guest, friend] = [await newPerson(app), await newPerson(app)]
    await join(app, store, guest, 'owner')
    await join(app, store, friend, 'staff')
    const late = await lateBody(
      app.url,
      `PUT ${DASHBOARD_API}/stores/${store}/members/${friend.id}`,
      { cookie: guest.browser.cookie, 'sec-fetch-site': 'same-origin' },
      '{"role":"owner"}',
      async () => {
        await ask('removeMember', { store, person: guest.id })
        app.clock.advance(2000)
      },
    )
    assert.deepEqual([late.status, late.body.error], [404, 'Store not found'])
    const { members } = await ask('readTeam', { store })
    assert.deepEqual(members.map(({ role }) => role).toSorted(), ['owner', 'staff'])
  })

  for (const [title, fall] of [
    ['removed', ({ ask, store }, id) => ask('removeMember', { store, person: id })],
    ['made a manager', ({ ask, store }, id) => ask('changeRole', { store, person: id, role: 'manager' })],
  ] as Array<[string, (owner: Owner, id: string) => Promise<unknown>]>) {
    test(`the invitations of an owner who is ${title} are void, those sent before and after`, async () => {
      const app = await open()
      const owner = await newOwner(app)
      const { store } = owner
      const [eve, second] = [await newPerson(app, 'Eve'), await newPerson(app, 'Eve again')]
      await join(app, store, eve, 'owner')
      const sent = async (email: string) => {
        const input = { email, role: 'owner' } as const
        return { token: (await invite(app.world, store, eve, input)).token }
      }
      const [toSecond, toStranger] = [await sent(second.email), await sent('stranger@example.com')]
      const kept = await owner.ask('invite', { store, email: 'kept@example.com', role: 'staff' })
      await fall(owner, eve.id)
      for (const token of [toSecond, toStranger, await sent(second.email)]) {
        for (const route of ['readInvitation', 'acceptInvitation'] as const) {
          assert.equal((await second.call(route, token)).body.code, 'link_over')
        }
      }
      assert.deepEqual((await second.ask('session', {})).stores, [])
      assert.ok((await second.ask('readInvitation', { token: kept.link!.split('#')[1]! })).store_name)
      const withdrawn = (await owner.ask('listAudit', { store })).items
        .filter(({ action }) => action === 'invitation.withdrawn')
        .map(({ subject }) => subject)
      assert.deepEqual(withdrawn.sort(), [second.email, 'stranger@example.com'])
    })
  }

  test('the last owner can neither leave nor step down, also when two leave at once', async () => {
    const app = await open()
    const { ask, call, id, store } = await newOwner(app)
    const alone = await call('leaveStore', { store })
    assert.equal(alone.body.error, 'A store needs an owner. Make somebody else an owner first.')
    const down = await call('changeRole', { store, person: id, role: 'staff' })
    assert.equal(down.body.code, 'last_owner')
    const guest = await newPerson(app)
    await join(app, store, guest, 'staff')
    await ask('changeRole', { store, person: guest.id, role: 'owner' })
    const world = decidedAtOnce(app.world, 2)
    const both = await Promise.allSettled(
      [id, guest.id].map((each) => removeMember(world, store, OPERATOR, each)),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  test('one person belongs to several stores, with a role in each', async () => {
    const app = await open()
    const { ask, store, browser } = await newOwner(app, 'First')
    const other = await newOwner(app, 'Second')
    await join(app, other.store, { ...other, id: (await ask('session', {})).person!.id }, 'staff')
    const { stores } = await browser.ask('session', {})
    assert.deepEqual(
      stores.map(({ store_id, role }) => [store_id, role]),
      [
        [store, 'owner'],
        [other.store, 'staff'],
      ],
    )
  })
})

/** On a slow machine, many waiters for one row may time out; a seller would retry. */
async function unlessBusy<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  const answer = await ask()
  return answer.status === 503 ? unlessBusy(ask) : answer
}
