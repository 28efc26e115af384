import { checkedValue } from '../../actions/checked-value.ts'
import { createProduct as create } from '../../actions/products/create-product.ts'
import { checkNewProduct } from '../../rules/products/product-fields.ts'
import { PRODUCT_BODY } from '../bodies/product-body.ts'
import type { Endpoint } from './endpoint.ts'

export const createProduct: Endpoint = {
  operation: 'create_product',
  body: PRODUCT_BODY,
  idempotent: true,
  async handle({ world, storeId, body, once }) {
    const input = checkedValue(checkNewProduct(body))
    const { answer, replayed } = await create(world, { storeId, input, once })
    return { status: 201, json: JSON.stringify(answer), replayed }
  },
}
