import { csvLine } from '#contract/csv.ts'
import { PRODUCT_COLUMNS } from '#contract/product-csv.ts'
import { presentProduct } from '../../../rules/products/present-product.ts'
import { productCells } from '../../../rules/products/product-csv.ts'
import { listWholeProducts } from '../../../storage/products/product-list.ts'
import { soldOf } from '../../../storage/products/products.ts'
import type { World } from '../../../world.ts'
import { wholeList } from '../lists/whole-list.ts'
import { findProducts } from './find-products.ts'

/** What the list shows under the same conditions, in its order. */
export async function* productsCsv(
  { db, publicUrl }: World,
  storeId: string,
  query: Parameters<typeof findProducts>[2],
) {
  yield csvLine(PRODUCT_COLUMNS)
  const rows = wholeList(
    (...page) => findProducts(db, storeId, query, ...page),
    (ids) => listWholeProducts(db, storeId, ids),
  )
  for await (const row of rows) {
    yield csvLine(productCells({ ...presentProduct(row, publicUrl), sold: soldOf(row) }))
  }
}
