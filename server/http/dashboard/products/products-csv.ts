import { csvLine } from '#contract/csv.ts'
import { PRODUCT_COLUMNS } from '#contract/product-csv.ts'
import { presentProduct } from '../../../rules/products/present-product.ts'
import { productCells } from '../../../rules/products/product-csv.ts'
import { listWholeProducts } from '../../../storage/products/product-list.ts'
import { soldOf } from '../../../storage/products/products.ts'
import type { World } from '../../../world.ts'
import { findProducts } from './find-products.ts'

const BATCH = 200

/** What the list shows under the same conditions, in its order. */
export async function* productsCsv(
  { db, publicUrl }: World,
  storeId: string,
  query: Parameters<typeof findProducts>[2],
) {
  yield csvLine(PRODUCT_COLUMNS)
  let after: string | undefined
  do {
    const { items, next } = await findProducts(db, storeId, query, after, BATCH)
    const ids = items.map(({ id }) => id)
    const rows = new Map((await listWholeProducts(db, storeId, ids)).map((row) => [row.id, row]))
    for (const id of ids) {
      const row = rows.get(id)
      if (row) yield csvLine(productCells({ ...presentProduct(row, publicUrl), sold: soldOf(row) }))
    }
    after = next ?? undefined
  } while (after !== undefined)
}
