import { csvLine } from '#contract/csv.ts'
import { PRODUCT_COLUMNS } from '#contract/product-csv.ts'
import { presentProduct } from '../../../rules/products/present-product.ts'
import { productCells } from '../../../rules/products/product-csv.ts'
import { listWholeProducts } from '../../../storage/products/product-list.ts'
import { soldOf } from '../../../storage/products/products.ts'
import type { World } from '../../../world.ts'

const EXPORT_BATCH = 500

/** Every product, the oldest first, read batch by batch. */
export async function* productsCsv({ db, publicUrl }: World, storeId: string) {
  yield csvLine(PRODUCT_COLUMNS)
  let after: Parameters<typeof listWholeProducts>[2]
  do {
    const rows = await listWholeProducts(db, storeId, after, EXPORT_BATCH)
    const lineOf = (row: (typeof rows)[number]) =>
      csvLine(productCells({ ...presentProduct(row, publicUrl), sold: soldOf(row) }))
    if (rows.length > 0) yield rows.map(lineOf).join('')
    const last = rows.length === EXPORT_BATCH ? rows.at(-1) : undefined
    after = last && { at: last.created_at, id: last.id }
  } while (after)
}
