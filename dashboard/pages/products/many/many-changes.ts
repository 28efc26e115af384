import { PRODUCT_CHANGES, type ProductChange, type ProductLine } from '#contract/dashboard/products.ts'

type Changeable = Pick<ProductLine, 'is_active' | 'is_sale'>

const WOULD_CHANGE: Record<ProductChange, (product: Changeable) => boolean> = {
  show: ({ is_active }) => !is_active,
  hide: ({ is_active }) => is_active,
  sale: () => true,
  end_sale: ({ is_sale }) => is_sale,
  delete: () => true,
}

/** What would make a difference to at least one of them. */
export const usefulChanges = (products: readonly Changeable[]): ProductChange[] =>
  PRODUCT_CHANGES.filter((change) => products.some(WOULD_CHANGE[change]))

type Priced = Pick<ProductLine, 'id' | 'name' | 'price' | 'current_price' | 'is_sale'>

/** Those that a sale makes forget what customers pay for them now, as it is not the price (MRP). */
export const cheaperWithoutSale = (products: readonly Priced[]): number =>
  products.filter(({ is_sale, price, current_price }) => !is_sale && current_price < price).length

/** What customers pay for those that are on sale, and what they pay once it has ended. */
export const pricesAfterSale = (products: readonly Priced[]) =>
  products
    .filter(({ is_sale, price, current_price }) => is_sale && current_price !== price)
    .map(({ id, name, price, current_price }) => ({ id, name, before: current_price, after: price }))
