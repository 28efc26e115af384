import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POLICY_KINDS } from '#contract/policies.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { newOwner } from '../../../harness/shops/dashboard.ts'
import { savePolicy } from '../../../server/actions/stores/save-policy.ts'

openOnEachEngine('the policies of a store', (open) => {
  test('are saved one by one with their time, and noted in the audit log', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const other = await newOwner(app)
    const empty = { kind: 'shipping', page: null, saved_at: null, missing: true }
    assert.deepEqual(await ask('readPolicy', { store, kind: 'shipping' }), { ...empty, text: '' })
    const saved = await ask('savePolicy', { store, kind: 'shipping', text: ' We send\r\nat once. ' })
    assert.deepEqual(saved, {
      kind: 'shipping',
      page: `${(await ask('readSettings', { store })).page}/shipping`,
      saved_at: new Date(app.world.now()).toISOString(),
      missing: false,
      text: 'We send\nat once.',
    })
    assert.deepEqual(await ask('readPolicy', { store, kind: 'shipping' }), saved)
    const { policies } = await ask('listPolicies', { store })
    assert.deepEqual(
      policies.map(({ kind, page, saved_at }) => [kind, page, saved_at]),
      POLICY_KINDS.map((kind) => [
        kind,
        ...(kind === 'shipping' ? [saved.page, saved.saved_at] : [null, null]),
      ]),
    )
    assert.deepEqual((await other.ask('readPolicy', { store: other.store, kind: 'shipping' })).text, '')
    assert.equal((await call('readPolicy', { store, kind: 'cookies' })).status, 404)
    assert.equal((await call('savePolicy', { store, kind: 'cookies', text: 'x' })).status, 404)

    app.clock.advance(1000)
    await ask('savePolicy', { store, kind: 'shipping', text: 'We send\nat once.\n' })
    assert.equal((await ask('readPolicy', { store, kind: 'shipping' })).saved_at, saved.saved_at)
    await ask('savePolicy', { store, kind: 'shipping', text: ' \n ' })
    assert.deepEqual(await ask('readPolicy', { store, kind: 'shipping' }), { ...empty, text: '' })
    const log = (await ask('listAudit', { store })).items
    assert.deepEqual(
      log.flatMap(({ action, subject }) => (action.startsWith('policy.') ? [[action, subject]] : [])),
      [
        ['policy.removed', 'shipping'],
        ['policy.saved', 'shipping'],
      ],
    )
  })

  test('are refused with a sentence if their text is not acceptable', async () => {
    const { call, ask, store } = await newOwner(await open())
    const refused = async (text: string) =>
      (await call('savePolicy', { store, kind: 'terms', text })).body.error
    assert.equal(await refused('x'.repeat(15_001)), 'The text must be at most 15,000 characters')
    assert.equal(await refused('Within ____ days'), 'Fill in each ____ before you save')
    assert.equal(await refused('a\u0001'), 'The text contains invalid characters')
    assert.equal((await ask('readPolicy', { store, kind: 'terms' })).text, '')
    const longest = '🪔'.repeat(15_000)
    const was = { saved_at: null }
    assert.equal((await ask('savePolicy', { store, kind: 'terms', text: longest, was })).text, longest)
  })

  test('are not saved for a store that was deleted meanwhile', async () => {
    const { world } = await open()
    const late = savePolicy(world, { storeId: world.newId(), kind: 'terms', text: 'The law of India holds.' })
    await assert.rejects(late, /^Error: There is no store with that id$/)
  })

  test('do not overwrite what another member has saved meanwhile', async () => {
    const app = await open()
    const { call, ask, store } = await newOwner(app)
    const save = (text: string, saved_at: string | null) =>
      call('savePolicy', { store, kind: 'returns', text, was: { saved_at } })
    const both = await Promise.all(['First', 'Second'].map((text) => save(text, null)))
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    const kept = await ask('readPolicy', { store, kind: 'returns' })
    app.clock.advance(1)
    assert.equal((await save('Third', null)).body.code, 'changed_meanwhile')
    assert.equal((await save('Third', kept.saved_at)).status, 200)
    assert.equal((await save('', kept.saved_at)).status, 409)
    assert.equal((await ask('readPolicy', { store, kind: 'returns' })).text, 'Third')
  })

  test('are a step of a new store until all that Razorpay requires are there', async () => {
    const { ask, store } = await newOwner(await open())
    const isTaken = async () => (await ask('overview', { store, days: 7, offset: 0 })).steps.policies
    const missing = async () =>
      (await ask('listPolicies', { store })).policies.filter((each) => each.missing).map(({ kind }) => kind)
    for (const kind of POLICY_KINDS) await ask('savePolicy', { store, kind, text: `About ${kind}` })
    assert.deepEqual([await isTaken(), await missing()], [false, ['about']])
    await ask('changeSettings', { store, business_address: '12 Johari Bazaar\r\nJaipur 302003' })
    assert.deepEqual([await isTaken(), await missing()], [false, ['about']])
    await ask('changeSettings', { store, contact_phone: '98765 43210' })
    assert.deepEqual([await isTaken(), await missing()], [true, []])
    await ask('savePolicy', { store, kind: 'privacy', text: '' })
    assert.deepEqual([await isTaken(), await missing()], [false, ['privacy']])
  })
})
