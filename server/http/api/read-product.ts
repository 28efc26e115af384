import { refuse } from '#contract/errors.ts'
import { type ProductJsonParts, productJson } from '../../rules/products/present-product.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { andThen } from '../../storage/maybe-promise.ts'
import { findProductJson, findProductJsonOfKey } from '../../storage/products/product-json.ts'
import type { Endpoint } from './endpoint.ts'

export const readProduct: Endpoint<ProductJsonParts> = {
  operation: 'read_product',
  findByKey: findProductJsonOfKey,
  handle({ world, storeId, id }, found) {
    const productId = parseId(id)
    if (!productId) throw refuse('product_not_found')
    return andThen(found ?? findProductJson(world.db, storeId, productId), (product) => {
      if (!product) throw refuse('product_not_found')
      return { status: 200, json: productJson(productId, storeId, product, world.publicUrl) }
    })
  },
}
