import { headingsOf, type Shelved } from '../../rules/products/shelf.ts'
import type { Queries } from '../../storage/engine.ts'
import { putOnShelf, takeFromShelf } from '../../storage/products/shelf.ts'
import type { ProductRow } from '../../storage/schema.ts'

/** Puts a new product on the shelf: the lists, one per heading, in which customers look for products. */
export const shelveProduct = (tx: Queries, product: ProductRow, categoryIds: readonly string[]) =>
  putOnShelf(tx, product, headingsOf(product, categoryIds))

/** Takes a product that is to be deleted off the shelf. */
export const unshelveProduct = (tx: Queries, product: ProductRow, categoryIds: readonly string[]) =>
  takeFromShelf(tx, product, headingsOf(product, categoryIds))

type Placed = Pick<ProductRow, 'store_id' | 'id' | 'created_at'> & Shelved

/**
 * Moves a product from the headings that it had to those that it has now, with only the categories in the two lists.
 */
export async function moveOnShelf(
  tx: Queries,
  before: Placed,
  after: Placed,
  categoryIds: { before: readonly string[]; after: readonly string[] },
) {
  const [left, taken] = [headingsOf(before, categoryIds.before), headingsOf(after, categoryIds.after)]
  await Promise.all([
    takeFromShelf(
      tx,
      before,
      left.filter((heading) => !taken.includes(heading)),
    ),
    putOnShelf(
      tx,
      after,
      taken.filter((heading) => !left.includes(heading)),
    ),
  ])
}
