import { columnsOf } from '../columns.ts'
import type { PurchaseColumns } from '../schema.ts'

/** What an order takes over from its checkout. */
export const PURCHASE_COLUMNS = columnsOf<PurchaseColumns>()([
  'product_id',
  'product_name',
  'product_image',
  'quantity',
  'unit_price_paise',
  'shipping_paise',
  'amount_paise',
  'variation',
  'size',
  'color',
  'special_instructions',
  'answers',
  'customer_name',
  'customer_email',
  'customer_phone',
  'pincode',
  'address',
])
