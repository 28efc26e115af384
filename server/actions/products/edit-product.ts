import { refuse } from '#contract/errors.ts'
import type { ProductInput } from '../../rules/products/product-fields.ts'
import { productColumns } from '../../rules/products/product-row.ts'
import type { Queries } from '../../storage/engine.ts'
import { dropImageUses } from '../../storage/images/images.ts'
import {
  linkCategories,
  listCategoryIds,
  unlinkCategories,
} from '../../storage/products/product-categories.ts'
import { type HeldProduct, lockProduct, updateProduct } from '../../storage/products/products.ts'
import type { ProductRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { allFound, shareCategories } from '../categories/category-ids.ts'
import { keepImages, noteImageUses, storeUploads } from '../images/keep-images.ts'
import { refuseGone } from '../images/swept-pictures.ts'
import type { Note } from '../note.ts'
import { moveOnShelf } from './shelve-product.ts'

interface ProductEdit {
  storeId: string
  id: string
  input: Partial<ProductInput>
  /** Computes further columns from the product as it is, locked until it is changed; throws to refuse the edit. */
  by?: (kept: HeldProduct) => Partial<Pick<ProductRow, 'stock' | 'current_price_paise' | 'is_sale'>>
  /** Gets the product as it is, locked until it is changed; throws to refuse the edit. */
  allow?: (kept: ProductRow) => void
}

/** Only the fields that were sent change; lists and metadata are replaced whole. */
export async function editProduct(
  world: World,
  { storeId, id, input, by, allow }: ProductEdit,
  note?: Note<ProductRow>,
): Promise<void> {
  const { primary_image, images, categories } = input
  const touchesImages = primary_image !== undefined || images !== undefined
  if (touchesImages)
    await storeUploads(world, storeId, [...(primary_image ? [primary_image] : []), ...(images ?? [])])

  const isReshelved = Boolean(categories) || input.name !== undefined || input.is_active !== undefined
  const needsBefore = Boolean(touchesImages || isReshelved || by || allow || note)
  const edit = async (tx: Queries) => {
    // Locks categories before the product: renaming a category locks it and then waits for its products.
    const found = categories && (await shareCategories(tx, storeId, categories))
    const before = needsBefore ? await productBefore(tx, storeId, id) : undefined
    if (before) allow?.(before.product)
    const imageColumns = before && touchesImages ? await editImages(tx, world, before.product, input) : {}
    const follows = before && by?.(before.product)
    const changes = { ...productColumns(input), ...follows, ...imageColumns, updated_at: world.now() }
    if (!(await updateProduct(tx, storeId, id, changes))) throw refuse('product_not_found')
    const linked = found && allFound(found)
    if (linked) {
      await unlinkCategories(tx, storeId, id)
      await linkCategories(tx, storeId, id, linked)
    }
    if (before && isReshelved) {
      const { product, categoryIds } = before
      const after = { ...product, ...changes }
      await moveOnShelf(tx, product, after, { before: categoryIds, after: linked ?? categoryIds })
    }
    if (before) await note?.(tx, { ...before.product, ...changes })
  }
  await world.db.transaction(edit, { asksOnce: !needsBefore })
}

/** Reads the product and locks it until the transaction ends. */
async function productBefore(tx: Queries, storeId: string, id: string) {
  const [product, categoryIds] = await Promise.all([
    lockProduct(tx, storeId, id),
    listCategoryIds(tx, storeId, id),
  ])
  if (!product) throw refuse('product_not_found')
  return { product, categoryIds }
}

const shownBy = ({ primary_image, images }: Pick<ProductRow, 'primary_image' | 'images'>): string[] => [
  ...(primary_image ? [primary_image] : []),
  ...JSON.parse(images),
]

/** Returns the new image columns; the product's image uses become those of what it shows after the edit. */
async function editImages(
  tx: Queries,
  world: World,
  before: ProductRow,
  { primary_image, images }: Partial<ProductInput>,
): Promise<Partial<ProductRow>> {
  const { store_id: storeId, id } = before
  const columns: Partial<ProductRow> = {}
  if (primary_image !== undefined) {
    const kept = await keepImages(tx, world, storeId, primary_image === null ? [] : [primary_image])
    refuseGone(world, storeId, kept, { primary_image }, shownBy(before))
    columns.primary_image = kept.values[0] ?? null
  }
  if (images !== undefined) {
    const kept = await keepImages(tx, world, storeId, images)
    refuseGone(world, storeId, kept, { images }, shownBy(before))
    columns.images = JSON.stringify(kept.values)
  }
  const shown = shownBy({ ...before, ...columns })
  await dropImageUses(tx, storeId, { kind: 'product', id }, world.now())
  await noteImageUses(tx, world, storeId, { kind: 'product', id }, shown)
  return columns
}
