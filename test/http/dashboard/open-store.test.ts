import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { newOwner, newPerson } from '../../../harness/shops/dashboard.ts'
import { createOwnStore } from '../../../server/accounts/create-own-store.ts'
import { createStore } from '../../../server/actions/stores/create-store.ts'
import { deleteStore } from '../../../server/actions/stores/delete-store.ts'
import { insertMember } from '../../../server/storage/accounts/members.ts'

openOnEachEngine('opening a store', (open) => {
  test('stores created with the same name at once get different addresses', async () => {
    const { world } = await open()
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => createStore(world, { name: 'One name' })),
    )
    const [plain, ...others] = stores.map(({ slug }) => slug).toSorted()
    assert.equal(plain, 'one-name')
    assert.equal(new Set(others.filter((slug) => /^one-name-[0-9a-f]{8}$/.test(slug))).size, 7)
  })

  test('of several people who request one address at once one gets it, and no other is assigned', async () => {
    const app = await open()
    const slug = `one-${app.world.newId().slice(0, 8)}`
    const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(app)))
    const asked = await Promise.allSettled(
      people.map((person) => createOwnStore(app.world, person, { name: 'چراغ', slug })),
    )
    const opened = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value.slug : []))
    assert.deepEqual(opened, [slug])
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? each.reason.context.fields : []))
    assert.deepEqual(refused, Array(3).fill({ slug: 'This address belongs to another store' }))
  })

  test('one person can open 20 stores, however many are requested at once', async () => {
    const app = await open()
    const { id, name, email } = await newPerson(app)
    const { store: elsewhere } = await newOwner(app)
    await insertMember(app.world.db, { store_id: elsewhere, person_id: id, role: 'manager', since: 1 })
    const openOne = () => createOwnStore(app.world, { id, name, email }, { name: 'One of many' })
    const asked = await Promise.allSettled(Array.from({ length: 22 }, openOne))
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
    const sentence =
      'You own 20 stores, the most that one person can open. Delete one that you no longer need first.'
    assert.deepEqual(refused, [sentence, sentence])
    const { store_id } = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))[0]!
    await deleteStore(app.world, { storeId: store_id, typedName: 'One of many', by: name })
    await openOne()
    await assert.rejects(openOne, { message: sentence })
  })

  test('a store requested again after its answer was lost is opened once', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const attempt = randomUUID()
    const asked = { name: 'چراغ', slug: `chiragh-${attempt.slice(0, 8)}`, attempt }
    const [one, again] = await Promise.all([ask('createStore', asked), ask('createStore', asked)])
    assert.deepEqual(again, one)
    const { store_id: other } = await ask('createStore', { name: 'Lamps', attempt: randomUUID() })
    const stores = async () => (await ask('session', {})).stores.map(({ store_id }) => store_id).sort()
    assert.deepEqual(await stores(), [store, one.store_id, other].sort())
    const somebody = await newOwner(app)
    assert.notEqual((await somebody.ask('createStore', { name: 'Lamps', attempt })).store_id, one.store_id)
    const refused = await call('createStore', { name: 'Lamps', attempt: 'twice' })
    assert.deepEqual(refused.body.fields, { attempt: 'attempt must be a UUID' })
  })

  test('a store whose name yields no address needs one typed in, which must be free', async () => {
    const app = await open()
    const { ask, call } = await newOwner(app)
    const name = 'چراغ'
    const slug = `chiragh-${app.world.newId().slice(0, 8)}`
    assert.equal((await ask('createStore', { name, slug })).slug, slug)
    const refused = async (input: { name: string; slug?: string }) =>
      (await call('createStore', input)).body.fields
    assert.deepEqual(await refused({ name, slug }), { slug: 'This address belongs to another store' })
    const rule = { slug: 'Use 3 to 40 lower-case letters, digits and single hyphens' }
    assert.deepEqual(await refused({ name, slug: 'چر' }), rule)
    assert.deepEqual(await refused({ name }), rule)
  })
})
