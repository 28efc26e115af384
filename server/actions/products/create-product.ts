import type { NewProduct } from '../../rules/products/product-fields.ts'
import { newProductColumns } from '../../rules/products/product-row.ts'
import { insertImageUses } from '../../storage/images/images.ts'
import { linkCategories } from '../../storage/products/product-categories.ts'
import { insertProduct } from '../../storage/products/products.ts'
import type { World } from '../../world.ts'
import { allFound, shareCategories } from '../categories/category-ids.ts'
import { keepImages, storeUploads } from '../images/keep-images.ts'
import { refuseGone } from '../images/swept-pictures.ts'
import type { Note } from '../note.ts'
import { type Once, onceOnly } from '../once.ts'
import { shelveProduct } from './shelve-product.ts'

interface Creation {
  storeId: string
  input: NewProduct
  once?: Once | undefined
  /** Sets its place in the lists, where that is not the time of the transaction. */
  createdAt?: number | undefined
}

/** The product, its links and the uses of its images are one transaction. */
export async function createProduct(
  world: World,
  { storeId, input, once, createdAt }: Creation,
  note?: Note<NewProduct>,
): Promise<{ answer: { product_id: string }; replayed: boolean }> {
  const { primary_image = null, images = [], categories = [] } = input
  const sent = primary_image === null ? images : [primary_image, ...images]
  await storeUploads(world, storeId, sent)

  return world.db.transaction((tx) =>
    onceOnly(world, tx, once, async () => {
      const id = world.newId()
      const at = world.now()
      const found = await shareCategories(tx, storeId, categories)
      const kept = await keepImages(tx, world, storeId, sent)
      refuseGone(world, storeId, kept, input)
      const linked = allFound(found)
      const product = {
        ...newProductColumns(input),
        store_id: storeId,
        id,
        created_at: createdAt ?? at,
        updated_at: at,
        primary_image: primary_image === null ? null : kept.values[0]!,
        images: JSON.stringify(primary_image === null ? kept.values : kept.values.slice(1)),
      }
      await Promise.all([
        insertProduct(tx, product),
        linkCategories(tx, storeId, id, linked),
        shelveProduct(tx, product, linked),
        insertImageUses(tx, storeId, { kind: 'product', id }, kept.hashes),
      ])
      await note?.(tx, input)
      return { product_id: id }
    }),
  )
}
