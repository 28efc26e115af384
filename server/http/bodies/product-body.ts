import { PRODUCT_FIELDS } from '../../rules/products/product-fields.ts'

/** Room for one primary image and ten images of 5 MB each, in base64. */
export const PRODUCT_BODY = { limitBytes: 80 * 1024 * 1024, fields: Object.keys(PRODUCT_FIELDS) } as const
