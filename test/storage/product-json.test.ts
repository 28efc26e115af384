import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { presentProduct, productJson } from '../../server/rules/products/present-product.ts'
import { newProductColumns } from '../../server/rules/products/product-row.ts'
import { insertCategory } from '../../server/storage/categories/categories.ts'
import { applyMigrations, migrate } from '../../server/storage/migrate.ts'
import { linkCategories, listCategoryIds } from '../../server/storage/products/product-categories.ts'
import { findProductJson } from '../../server/storage/products/product-json.ts'
import { deleteProduct, insertProduct, updateProduct } from '../../server/storage/products/products.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'
import { insertStore } from '../../server/storage/stores/stores.ts'

const URL = 'https://shop.example'

test('an older SQLite file keeps its products with their categories, and answers them', async () => {
  await using folder = await temporaryFolder()
  await using db = new SqliteEngine(join(folder.path, 'haat.db'))
  await db.migrating(
    async (script, tx) => void (await applyMigrations(script, tx, (name) => name < '0202', 1)),
  )
  const [store, id] = ['a store', 'a product']
  await insertStore(db, { id: store, slug: 'a-store', name: 'A store', created_at: 1 })
  await insertCategory(db, { store_id: store, id: 'lamps', name: 'Lamps', created_at: 1 })
  const product = {
    ...newProductColumns({
      name: 'दीपक "बड़ा"\n\\',
      price: 499.5,
      current_price: 499.05,
      shipping_cost: 49,
      description: 'Cast by hand.\u2028\u0007',
      stock: 12,
      colors: ['Gold'],
      categories: ['Lamps'],
      is_sale: true,
      metadata: { of: 'Moradabad' },
    }),
    ...{ store_id: store, id, created_at: 1_700_000_000_000, updated_at: 1, images: '["/i/a.png"]' },
    primary_image: null,
  }
  await insertProduct(db, product)
  await linkCategories(db, store, id, ['lamps'])

  await migrate(db, () => 2)

  const answered = async () =>
    JSON.parse(productJson(id, store, (await findProductJson(db, store, id))!, URL))
  assert.deepEqual(await answered(), presentProduct(product, URL))
  await updateProduct(db, store, id, { stock: 7, is_active: 0 })
  assert.deepEqual(await answered(), presentProduct({ ...product, stock: 7, is_active: 0 }, URL))
  assert.deepEqual(await listCategoryIds(db, store, id), ['lamps'])
  await deleteProduct(db, store, id)
  assert.deepEqual(await listCategoryIds(db, store, id), [])
})
