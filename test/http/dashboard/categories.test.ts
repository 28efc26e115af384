import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { newOwner } from '../../../harness/shops/dashboard.ts'
import { addCategory } from '../../../server/actions/categories/add-category.ts'
import { findProducts } from '../../../server/http/dashboard/products/find-products.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { eventful } from '../../help/eventful.ts'

openOnEachEngine('categories in the dashboard', (open) => {
  test('the products of a category are found while it is renamed', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const { category_id: category } = await ask('addCategory', { store, name: 'Clay' })
    await ask('createProduct', { store, ...aProduct({ name: 'Lamp', categories: ['Clay'] }) })
    await ask('createProduct', { store, ...aProduct({ name: 'Lamp' }) })
    const rename = (name: string) => ask('renameCategory', { store, category, name })
    for (const search of ['', 'lamp']) {
      for (const when of [1, 2, 3]) {
        const renaming = eventful(
          app.world.db,
          (answered) => answered === when && rename(`${search} ${when}`),
        )
        const { items } = await findProducts(
          renaming,
          store,
          { search, filter: undefined, category },
          undefined,
          9,
        )
        assert.equal(items.length, 1, `renamed after question ${when}`)
      }
    }
  })

  test('a store has at most a thousand categories, and room again when one is deleted', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const { category_id: category } = await ask('addCategory', { store, name: 'First' })
    const others = Array.from({ length: 999 }, (_, i) => ({
      ...{ store_id: store, id: app.world.newId(), name: `Other ${i}`, created_at: 1 },
    }))
    await rowsOf(app.world.db, (sql) => sql.insertInto('categories').values(others))
    const add = async () => (await call('addCategory', { store, name: 'Last' })).body.error
    assert.equal(await add(), 'A store can have at most 1,000 categories')
    assert.equal((await ask('listCategories', { store })).categories.length, 1000)
    await ask('deleteCategory', { store, category })
    assert.equal(await add(), undefined)
  })

  test('renaming a category changes every product that names it, deleting one takes it from them', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const { category_id: category } = await ask('addCategory', { store, name: ',' })
    await ask('addCategory', { store, name: 'Old "quoted"' })
    const categories = [',', 'Old "quoted"', ',']
    const { product_id: product } = await ask('createProduct', { store, ...aProduct({ categories }) })
    const taken = await call('renameCategory', { store, category, name: 'Old "quoted"' })
    assert.equal(taken.body.error, 'The store has a category "Old "quoted"" already')
    await ask('renameCategory', { store, category, name: 'New' })
    const names = async () => (await ask('readProduct', { store, product })).product.categories
    assert.deepEqual(await names(), ['New', 'Old "quoted"', 'New'])
    const again = await call('addCategory', { store, name: 'New' })
    assert.equal(again.body.error, 'The store has a category "New" already')
    const found = async (query: object) => (await ask('listProducts', { store, ...query })).items.length
    assert.deepEqual([await found({ search: 'new' }), await found({ category })], [1, 1])
    const listed = await ask('listCategories', { store })
    assert.deepEqual(listed.categories.map(({ name, products }) => [name, products]).toSorted(), [
      ['New', 1],
      ['Old "quoted"', 1],
    ])
    const late = await call('deleteCategory', { store, category, was: ',' })
    assert.deepEqual([late.status, late.body.code], [409, 'changed_meanwhile'])
    await ask('deleteCategory', { store, category, was: 'New' })
    assert.deepEqual(await names(), ['Old "quoted"'])
    const searches = ['new', 'quoted', 'lamp'].map((search) => found({ search }))
    assert.deepEqual([...(await Promise.all(searches)), await found({ category })], [0, 1, 1, 0])
    const edit = await call('editProduct', { store, product, categories: ['New'] })
    assert.equal(edit.body.code, 'unknown_categories')
  })

  test('names of categories that differ only by case are refused, but a category can change its own', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const { category_id: gifts } = await ask('addCategory', { store, name: 'Gifts' })
    const { category_id: other } = await ask('addCategory', { store, name: 'Élan' })
    const taken = (name: string) => `The store has a category "${name}" already`
    const add = async (name: string) => (await call('addCategory', { store, name })).body.error
    const rename = async (category: string, name: string) =>
      (await call('renameCategory', { store, category, name })).body.error
    assert.deepEqual(
      await Promise.all(['gifts', 'GIFTS', 'Gifts', 'élan'].map(add)),
      ['Gifts', 'Gifts', 'Gifts', 'Élan'].map(taken),
    )
    assert.deepEqual([await rename(other, 'gIFTS'), await rename(other, 'ÉLAN')], [taken('Gifts'), undefined])
    assert.deepEqual([await rename(gifts, 'GIFTS'), await rename(gifts, 'Gifts')], [undefined, undefined])
    assert.equal(await rename(gifts, 'Presents'), undefined)
    assert.equal(await add('gifts'), undefined)
    const { store: elsewhere } = await newOwner(app)
    await addCategory(app.world, elsewhere, 'Gifts')
    await addCategory(app.world, elsewhere, 'gifts')
    const listed = (await ask('listCategories', { store })).categories.map(({ name }) => name)
    assert.deepEqual(listed.toSorted(), ['Presents', 'gifts', 'ÉLAN'])
  })

  test('of names that differ only by case, added and given at once, the store gets one', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    for (let round = 0; round < 4; round++) {
      const { category_id: category } = await ask('addCategory', { store, name: `Old ${round}` })
      const answers = await Promise.all([
        call('addCategory', { store, name: `New ${round}` }),
        call('addCategory', { store, name: `NEW ${round}` }),
        call('renameCategory', { store, category, name: `new ${round}` }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400])
    }
  })

  test('edits while a category is renamed are not undone', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const { category_id: category } = await ask('addCategory', { store, name: 'Toys' })
    for (const name of ['Books', 'Games']) await ask('addCategory', { store, name })
    const made = await Promise.all(
      Array.from({ length: 40 }, () =>
        ask('createProduct', { store, ...aProduct({ categories: ['Toys'] }) }).then(
          (each) => each.product_id,
        ),
      ),
    )
    const edited = made.filter((_, i) => i % 2 === 0)
    await Promise.all([
      ask('renameCategory', { store, category, name: 'Toys and fun' }),
      ...edited.map((product) => ask('editProduct', { store, product, categories: ['Books', 'Games'] })),
    ])
    for (const product of made) {
      const { categories } = (await ask('readProduct', { store, product })).product
      assert.deepEqual(categories, edited.includes(product) ? ['Books', 'Games'] : ['Toys and fun'])
    }
  })

  test('of two categories renamed to the same name at once one is refused', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    for (let round = 0; round < 4; round++) {
      const name = `New ${round}`
      const ids = [1, 2].map((n) => ask('addCategory', { store, name: `Old ${round} ${n}` }))
      const renamings = (await Promise.all(ids)).map(({ category_id: category }) =>
        call('renameCategory', { store, category, name }),
      )
      const answers = await Promise.all(renamings)
      const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
      assert.deepEqual([won!.status, lost!.status], [200, 400])
      assert.equal(lost!.body.error, `The store has a category "${name}" already`)
    }
  })
})
