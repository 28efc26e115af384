import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { newOwner } from '../../../harness/shops/dashboard.ts'
import { openPage } from '../../../harness/shops/page.ts'
import { createStore } from '../../../server/actions/stores/create-store.ts'
import { updateStore } from '../../../server/storage/stores/stores.ts'

const TAKEN = { slug: 'This address belongs to another store' }

const newAddresses = (count: number) => {
  const stem = `lamps-${randomUUID().slice(0, 8)}`
  return Array.from({ length: count }, (_, n) => `${stem}-${n}`)
}

openOnEachEngine('the former addresses of a store', (open) => {
  test('are listed newest first, leave the list when taken back, and cannot be taken by other stores', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const other = await newOwner(app)
    const [a, b, c] = newAddresses(3) as [string, string, string]
    const listed = async () => (await ask('listFormerAddresses', { store })).items.map(({ slug }) => slug)
    const first = (await ask('readSettings', { store })).slug
    assert.deepEqual(await listed(), [])
    for (const slug of [a, b, c]) {
      app.clock.advance(1000)
      await ask('changeSettings', { store, slug })
    }
    assert.deepEqual(await listed(), [b, a, first])
    const [membership] = (await ask('session', {})).stores
    assert.deepEqual([membership?.slug, membership?.former_slugs.toSorted()], [c, [a, b, first].toSorted()])
    const { items } = await ask('listFormerAddresses', { store })
    assert.deepEqual(items[0], {
      slug: b,
      page: `${app.world.publicUrl}/s/${b}`,
      given_up_at: new Date(app.world.now()).toISOString(),
    })

    const wished = await other.call('changeSettings', { store: other.store, slug: a })
    assert.deepEqual([wished.status, wished.body.fields], [400, TAKEN])
    assert.deepEqual((await other.call('createStore', { name: 'Lamps', slug: a })).body.fields, TAKEN)
    const named = await createStore(app.world, { name: a })
    assert.equal(named.slug, `${a}-${named.store_id.slice(0, 8)}`)
    assert.equal((await openPage(app, `/s/${a}`)).headers.get('location'), `/s/${c}`)

    app.clock.advance(1000)
    await ask('changeSettings', { store, slug: a })
    assert.deepEqual(await listed(), [c, b, first])
  })

  test('can be released once, by their seller, and are then free for any store', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const other = await newOwner(app)
    const [a, b] = newAddresses(2) as [string, string]
    for (const slug of [a, b]) await ask('changeSettings', { store, slug })
    const stranger = await other.call('letAddressGo', { store: other.store, address: a })
    assert.deepEqual([stranger.status, stranger.body.code], [404, 'not_found'])
    const present = await call('letAddressGo', { store, address: b })
    assert.deepEqual([present.status, present.body.code], [404, 'not_found'])

    app.clock.advance(1000)
    await ask('letAddressGo', { store, address: a })
    const again = await call('letAddressGo', { store, address: a })
    assert.deepEqual([again.status, again.body.code], [404, 'not_found'])
    const [line] = (await ask('listAudit', { store })).items
    assert.deepEqual([line?.action, line?.subject], ['store.address_let_go', a])
    assert.equal((await other.ask('changeSettings', { store: other.store, slug: a })).slug, a)
    const back = await call('changeSettings', { store, slug: a })
    assert.deepEqual(back.body.fields, TAKEN)
  })

  test('are ten at most: a further change is refused until one is released', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const slugs = newAddresses(12)
    for (const slug of slugs.slice(0, 10)) await ask('changeSettings', { store, slug })
    const full = await call('changeSettings', { store, slug: slugs[10]!, name: 'Another name' })
    const sentence = '10 former addresses lead here, the most that a store can keep. Let one go first.'
    assert.deepEqual([full.status, full.body.fields], [400, { slug: sentence }])
    const { name, slug } = await ask('readSettings', { store })
    assert.deepEqual([name, slug], ['Lamps of Jaipur', slugs[9]])
    await ask('changeSettings', { store, slug: slugs[3]! }) // back to a former one, so there are still ten
    await ask('letAddressGo', { store, address: slugs[5]! })
    await ask('changeSettings', { store, slug: slugs[10]! })
    assert.equal((await ask('listFormerAddresses', { store })).items.length, 10)
  })

  test('cannot be taken at the very moment at which the store gives them up', async () => {
    const app = await open()
    const [leaver, taker] = await Promise.all([newOwner(app), newOwner(app)])
    const [a, b] = newAddresses(2) as [string, string]
    await leaver.ask('changeSettings', { store: leaver.store, slug: a })
    const [left, taken, made] = await Promise.all([
      leaver.call('changeSettings', { store: leaver.store, slug: b }),
      taker.call('changeSettings', { store: taker.store, slug: a }),
      createStore(app.world, { name: a }),
    ])
    assert.deepEqual([left.status, taken.status, taken.body.fields], [200, 400, TAKEN])
    assert.equal(made.slug, `${a}-${made.store_id.slice(0, 8)}`)
    assert.equal((await openPage(app, `/s/${a}`)).headers.get('location'), `/s/${b}`)
  })

  test('yield to a store that got the address from an instance of the previous version', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const other = await newOwner(app)
    const [a, b, c] = newAddresses(3) as [string, string, string]
    for (const slug of [a, b]) await ask('changeSettings', { store, slug })
    await updateStore(app.world.db, other.store, { slug: a })
    assert.equal((await openPage(app, `/s/${a}`)).status, 200)
    await other.ask('changeSettings', { store: other.store, slug: c })
    assert.equal((await openPage(app, `/s/${a}`)).headers.get('location'), `/s/${c}`)
    const left = (await ask('listFormerAddresses', { store })).items.map(({ slug }) => slug)
    assert.ok(!left.includes(a))
  })
})
