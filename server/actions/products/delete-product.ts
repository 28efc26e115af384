import { refuse } from '#contract/errors.ts'
import { dropImageUses } from '../../storage/images/images.ts'
import { endCheckoutsOfProduct } from '../../storage/orders/checkouts.ts'
import { hasActiveOrders } from '../../storage/orders/order-counts.ts'
import { listCategoryIds } from '../../storage/products/product-categories.ts'
import { lockProduct, deleteProduct as remove } from '../../storage/products/products.ts'
import type { ProductRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { unshelveProduct } from './shelve-product.ts'

/**
 * The lock on the product's row keeps a payment from becoming an order between the check and the deletion. Checkouts
 * come first, because a settlement locks its checkout before the product.
 */
export async function deleteProduct(
  { db, now }: World,
  { storeId, id }: { storeId: string; id: string },
  note?: Note<ProductRow>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await endCheckoutsOfProduct(tx, storeId, id, now())
    // These statements run one after the other, in one round trip: the orders are looked up after the product is
    // locked.
    const [product, isActive, categoryIds] = await Promise.all([
      lockProduct(tx, storeId, id),
      hasActiveOrders(tx, storeId, id),
      listCategoryIds(tx, storeId, id),
    ])
    if (!product) throw refuse('product_not_found')
    if (isActive) throw refuse('product_has_active_orders')
    await dropImageUses(tx, storeId, { kind: 'product', id }, now())
    await unshelveProduct(tx, product, categoryIds)
    await remove(tx, storeId, id)
    await note?.(tx, product)
  })
}
