import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { aProduct, caller, startTestApp } from '../../harness/app/app.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { migrated } from '../../harness/services/engines.ts'
import { crowdedCategory } from '../../harness/shops/crowded-category.ts'
import { join as joinStore, newPerson } from '../../harness/shops/dashboard.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { addCategory } from '../../server/actions/categories/add-category.ts'
import { deleteCategory, renameCategory } from '../../server/actions/categories/change-category.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { createProduct } from '../../server/actions/products/create-product.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { importProducts } from '../../server/actions/products/import-products.ts'
import { createStore } from '../../server/actions/stores/create-store.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { generateKey } from '../../server/actions/stores/generate-key.ts'
import { verify } from '../../server/actions/verify.ts'
import { findProducts } from '../../server/http/dashboard/products/find-products.ts'
import { backUp } from '../../server/operations/backup.ts'
import { restoreFile } from '../../server/operations/restore-file.ts'
import { listCategories } from '../../server/storage/categories/categories.ts'
import { listChangingCategoriesOf } from '../../server/storage/categories/category-changes.ts'
import { listShelfCategories } from '../../server/storage/products/shelf-list.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { listDeletedStores } from '../../server/storage/stores/store-deletion.ts'
import { findStore } from '../../server/storage/stores/stores.ts'
import { doPieces } from '../../server/workers/long-work.ts'
import type { World } from '../../server/world.ts'
import { runDoomed } from '../help/doomed/run-doomed.ts'
import { leftOf } from '../help/left-of-store.ts'

/** Three pieces of work: the first is done together with the decision. */
const PRODUCTS = 230
/** Without workers, because each test continues the work itself after checking the state in the middle. */
const WITHOUT_WORKERS = { HAAT_ROLE: 'web' }

let stores = 0
const crowded = async (world: World, name = 'Lamps') => ({
  ...(await crowdedCategory(world, ++stores, PRODUCTS, name)),
  name: `Trial store ${stores}`,
})

/** The number of products by their list of categories. */
async function shown({ db }: World, storeId: string): Promise<Record<string, number>> {
  const rows = await rowsOf(db, (sql) =>
    sql.selectFrom('products').select(['id', 'categories']).where('store_id', '=', storeId),
  )
  const lists = Object.groupBy(rows, ({ categories }) => categories)
  return Object.fromEntries(Object.entries(lists).map(([list, all]) => [list, all!.length]))
}

async function isWhole(world: World) {
  for await (const { name, count, first } of verify(world))
    assert.deepEqual({ name, count, first }, { name, count: 0, first: [] })
}

async function finish(world: World) {
  while (await doPieces(world));
  await isWhole(world)
}

const names = async ({ db }: World, storeId: string) =>
  (await listCategories(db, storeId)).map(({ name }) => name)

const stillTaken = (name: string) => ({
  message: `The name "${name}" is still being taken from the store's products. Try again in a moment.`,
})

onEachEngine((running) => {
  const open = () => running.app.world
  const memberOf = async (storeId: string) => {
    const person = await newPerson(running.app)
    await joinStore(running.app, storeId, person, 'owner')
    return person
  }

  test('a new name counts at once, and products follow in batches, each showing the old or the new', async () => {
    const world = open()
    const { storeId, categoryId, api_key, productIds } = await crowded(world)
    const choice = { storeId, categoryId }
    await renameCategory(world, { ...choice, name: 'Lights' })
    assert.deepEqual(await shown(world, storeId), { '["Lights"]': 100, '["Lamps"]': 130 })
    const seller = await memberOf(storeId)
    assert.deepEqual(await seller.ask('listCategories', { store: storeId }), {
      categories: [{ id: categoryId, name: 'Lights', products: PRODUCTS, to_rename: 130 }],
      leaving: [],
    })
    const offered = await listShelfCategories(world.db, storeId)
    assert.deepEqual(
      offered.map(({ id, name }) => [id, name]),
      [[categoryId, 'Lights']],
    )
    await isWhole(world)

    const call = caller(running.app.url, api_key)
    const waiting = productIds.toSorted().at(-1)!
    const read = async () => (await call('GET', `/api/products/${waiting}`)).body.categories
    assert.deepEqual(await read(), ['Lamps'])
    const refused = await call('PUT', `/api/products/${waiting}/edit`, { categories: ['Lamps'] })
    assert.deepEqual(refused.body, {
      error: 'All categories must be in store categories',
      invalid: ['Lamps'],
    })
    const created = await call('POST', '/api/products/create', aProduct({ categories: ['Lights'] }))
    assert.equal(created.status, 201)
    const titles = ['name', 'price', 'description', 'stock', 'categories']
    const rows = ['Lamps', 'Lights'].map((category) => ['Brass lamp', '10', 'x', '1', category])
    const part = { storeId, importId: world.newId(), begunAt: world.now(), firstRow: 1, titles, rows }
    const imported = await importProducts(world, part)
    assert.deepEqual([imported.created, imported.refused.map(({ row }) => row)], [1, [1]])
    await editProduct(world, { storeId, id: waiting, input: { name: 'Renamed meanwhile' } })
    assert.deepEqual(await read(), ['Lamps'])
    const search = { search: 'meanwhile', filter: undefined, category: categoryId }
    const { items } = await findProducts(world.db, storeId, search, undefined, 10)
    assert.deepEqual(
      items.map(({ id }) => id),
      [waiting],
    )

    assert.equal(await doPieces(world), true)
    await finish(world)
    assert.deepEqual(await shown(world, storeId), { '["Lights"]': PRODUCTS + 2 })
    assert.deepEqual(await read(), ['Lights'])
    const found = async (q: string) =>
      (await (await fetch(`${running.app.url}/s/${await slugOf(world, storeId)}?q=${q}`)).text()).includes(
        waiting,
      )
    assert.deepEqual([await found('lights renamed'), await found('lamps renamed')], [true, false])
  })

  test('a name that products still show cannot be taken, and is free when none does', async () => {
    const world = open()
    const { storeId, categoryId } = await crowded(world)
    const { category_id: other } = await addCategory(world, storeId, 'Bowls')
    await renameCategory(world, { storeId, categoryId, name: 'Lights' })
    await assert.rejects(addCategory(world, storeId, 'Lamps'), stillTaken('Lamps'))
    await assert.rejects(
      renameCategory(world, { storeId, categoryId: other, name: 'Lamps' }),
      stillTaken('Lamps'),
    )
    await finish(world)
    await renameCategory(world, { storeId, categoryId: other, name: 'Lamps' })
    await addCategory(world, storeId, 'Bowls')
    assert.deepEqual((await names(world, storeId)).toSorted(), ['Bowls', 'Lamps', 'Lights'])
    assert.deepEqual(await shown(world, storeId), { '["Lights"]': PRODUCTS })
  })

  test('a category renamed again midway, also back, ends with its last name everywhere', async () => {
    const world = open()
    const stores: Array<Awaited<ReturnType<typeof crowded>> & { road: string[] }> = []
    for (const road of [
      ['Lights', 'Lanterns'],
      ['Lights', 'Lamps'],
      ['Lights', 'Lanterns', 'Lights'],
    ])
      stores.push({ ...(await crowded(world)), road })
    for (const step of [0, 1, 2]) {
      for (const { storeId, categoryId, road } of stores) {
        const name = road[step]
        if (name) await renameCategory(world, { storeId, categoryId, name })
      }
      await doPieces(world)
      await isWhole(world)
    }
    await finish(world)
    for (const { storeId, road } of stores) {
      const last = road.at(-1)
      assert.deepEqual(await shown(world, storeId), { [`["${last}"]`]: PRODUCTS })
      assert.deepEqual(await names(world, storeId), [last])
      assert.deepEqual(await listChangingCategoriesOf(world.db, storeId), [])
    }
  })

  test('a category that is deleted while it is renamed is gone at once, and then from every product', async () => {
    const world = open()
    const { storeId, categoryId } = await crowded(world)
    const choice = { storeId, categoryId }
    await renameCategory(world, { ...choice, name: 'Lights' })
    await deleteCategory(world, choice)
    const seller = await memberOf(storeId)
    assert.deepEqual(await seller.ask('listCategories', { store: storeId }), {
      categories: [],
      leaving: [{ name: 'Lights', products: 130 }],
    })
    assert.deepEqual(await listShelfCategories(world.db, storeId), [])
    assert.deepEqual(await shown(world, storeId), { '[]': 100, '["Lamps"]': 130 })
    for (const name of ['Lamps', 'Lights'])
      await assert.rejects(addCategory(world, storeId, name), stillTaken(name))
    const none = { message: 'The store has no such category' }
    await assert.rejects(deleteCategory(world, choice), none)
    await assert.rejects(renameCategory(world, { ...choice, name: 'Bowls' }), none)
    await isWhole(world)
    await finish(world)
    assert.deepEqual(await shown(world, storeId), { '[]': PRODUCTS })
    await addCategory(world, storeId, 'Lamps')
  })

  test('simultaneous workers, renames and edits undo nothing of each other', async () => {
    const world = open()
    const { storeId, categoryId, productIds } = await crowded(world)
    await addCategory(world, storeId, 'Bowls')
    const edited = productIds.filter((_, i) => i % 5 === 0)
    const given = productIds.filter((_, i) => i % 5 === 1)
    let name = 'Lamps'
    await Promise.all([
      (async () => {
        for (const next of ['Lights', 'Lanterns', 'Lamps', 'Lights']) {
          await renameCategory(world, { storeId, categoryId, name: next })
          name = next
          await doPieces(world)
        }
      })(),
      ...[1, 2].map(async () => {
        for (let round = 0; round < 6; round++) await doPieces(world)
      }),
      ...edited.map((id) => editProduct(world, { storeId, id, input: { categories: ['Bowls'] } })),
      ...given.map((id) =>
        editProduct(world, { storeId, id, input: { categories: ['Bowls', name] } }).catch(() => {}),
      ),
    ])
    await Promise.all([1, 2].map(() => finish(world)))
    const lists = await shown(world, storeId)
    assert.equal(lists['["Bowls"]'], edited.length)
    assert.deepEqual(
      Object.keys(lists).filter((list) => !['["Bowls"]', '["Lights"]', '["Bowls","Lights"]'].includes(list)),
      [],
    )
  })

  test('a deleted store is gone at once for everybody, and then from every table of Haat', async () => {
    const world = open()
    const { storeId, api_key, productIds, name, categoryId } = await crowded(world)
    await renameCategory(world, { storeId, categoryId, name: 'Lights' })
    const slug = await slugOf(world, storeId)
    const seller = await memberOf(storeId)
    const note = `create table reports (store_id text); insert into reports values ('${storeId}')`
    await world.db.migrating((script) => script(note))
    await deleteStore(world, { storeId, typedName: name, by: 'Asha' })
    const [productId = ''] = productIds
    const call = caller(running.app.url, api_key)
    assert.equal((await call('GET', `/api/products/${productId}`)).status, 401)
    assert.equal((await fetch(`${running.app.url}/s/${slug}`)).status, 404)
    assert.equal((await seller.call('readSettings', { store: storeId })).status, 404)
    assert.equal(await findStore(world.db, storeId), undefined)
    await assert.rejects(generateKey(world, storeId), { message: 'There is no store with that id' })
    const started = await startCheckout(world, { storeId, productId, input: aCustomer() })
    assert.ok('problems' in started && started.problems.has('product'))
    assert.equal(await slugOf(world, (await createStore(world, { name })).store_id), slug)
    assert.deepEqual(await listChangingCategoriesOf(world.db, storeId), [])
    await isWhole(world)
    // A request whose key was checked before the deletion reaches its transaction now.
    await createProduct(world, { storeId, input: aProduct() })
    while (await doPieces(world)) await isWhole(world)
    assert.deepEqual(await listDeletedStores(world.db), [])
    assert.deepEqual(await leftOf(world, storeId), [])
    const ofAnother = { sql: 'select store_id from reports', reads: true, name: undefined }
    assert.deepEqual(await world.db.rows(ofAnother, []), [{ store_id: storeId }])
  })

  test('a kill around the commit of a batch loses nothing, and a backup from midway continues elsewhere', async () => {
    await using place = await newPlace(running.engine, migrated)
    await using elsewhere = await newPlace('sqlite')
    await using app = await startTestApp({ ...place.settings, ...WITHOUT_WORKERS })
    const { world } = app
    const [renamed, deleted, gone] = [await crowded(world), await crowded(world), await crowded(world)]
    await renameCategory(world, { ...renamed, name: 'Lights' })
    await deleteCategory(world, deleted)
    await deleteStore(world, { storeId: gone.storeId, typedName: gone.name, by: 'Asha' })
    for (const point of ['before', 'after']) {
      await runDoomed('long-work', [point], place.settings)
      await isWhole(world)
    }
    const file = join(place.folder, 'middle.backup')
    await backUp(place.config, file, { withImages: true, now: Date.now })
    const { verdicts } = await restoreFile(elsewhere.config, file, { verify: true, now: Date.now })
    assert.deepEqual(
      verdicts.filter(({ count }) => count > 0),
      [],
    )
    await using restored = await startTestApp({ ...elsewhere.settings, ...WITHOUT_WORKERS })
    for (const each of [world, restored.world]) {
      await finish(each)
      assert.deepEqual(await shown(each, renamed.storeId), { '["Lights"]': PRODUCTS })
      assert.deepEqual(await shown(each, deleted.storeId), { '[]': PRODUCTS })
      assert.deepEqual(await leftOf(each, gone.storeId), [])
    }
  })
}, WITHOUT_WORKERS)

const slugOf = async ({ db }: World, storeId: string) => (await findStore(db, storeId))!.slug
