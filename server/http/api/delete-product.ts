import { refuse } from '#contract/errors.ts'
import { deleteProduct as remove } from '../../actions/products/delete-product.ts'
import { parseId } from '../../rules/values/uuid.ts'
import type { Endpoint } from './endpoint.ts'

export const deleteProduct: Endpoint = {
  operation: 'delete_product',
  async handle({ world, storeId, id }) {
    const productId = parseId(id)
    if (!productId) throw refuse('product_not_found')
    await remove(world, { storeId, id: productId })
    return { status: 200, json: '{"message":"Product deleted successfully"}' }
  },
}
