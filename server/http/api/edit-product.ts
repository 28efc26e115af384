import { refuse } from '#contract/errors.ts'
import { checkedValue } from '../../actions/checked-value.ts'
import { editProduct as edit } from '../../actions/products/edit-product.ts'
import { checkProductEdit } from '../../rules/products/product-fields.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { PRODUCT_BODY } from '../bodies/product-body.ts'
import type { Endpoint } from './endpoint.ts'

export const editProduct: Endpoint = {
  operation: 'edit_product',
  body: PRODUCT_BODY,
  async handle({ world, storeId, id, body }) {
    const input = checkedValue(checkProductEdit(body))
    if (Object.keys(input).length === 0) throw refuse('no_fields_to_update')
    const productId = parseId(id)
    if (!productId) throw refuse('product_not_found')
    await edit(world, { storeId, id: productId, input })
    return { status: 200, json: '{"message":"Product updated successfully"}' }
  },
}
