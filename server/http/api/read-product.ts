import { refuse } from '#contract/errors.ts'
import { productJson } from '../../rules/present-product.ts'
import { parseId } from '../../rules/uuid.ts'
import { findProductJson } from '../../storage/product-json.ts'
import type { Endpoint } from './endpoint.ts'

export const readProduct: Endpoint = {
  operation: 'read_product',
  async handle({ world, storeId, id }) {
    const productId = parseId(id)
    const product = productId && (await findProductJson(world.db, storeId, productId))
    if (!product) throw refuse('product_not_found')
    return { status: 200, json: productJson(productId, storeId, product, world.publicUrl) }
  },
}
