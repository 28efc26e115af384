import { PRODUCT_CHANGES, type ProductChange, type ProductLine } from '#contract/dashboard/products.ts'

type Changeable = Pick<ProductLine, 'is_active' | 'is_sale'>

const WOULD_CHANGE: Record<ProductChange, (product: Changeable) => boolean> = {
  show: ({ is_active }) => !is_active,
  hide: ({ is_active }) => is_active,
  sale: () => true,
  end_sale: ({ is_sale }) => is_sale,
  delete: () => true,
}

/** The changes that have an effect on at least one product. */
export const usefulChanges = (products: readonly Changeable[]): ProductChange[] =>
  PRODUCT_CHANGES.filter((change) => products.some(WOULD_CHANGE[change]))

type Priced = Pick<ProductLine, 'id' | 'name' | 'price' | 'current_price' | 'is_sale'>

/** The number of products already cheaper than their price (MRP): a sale overwrites what customers pay now. */
export const cheaperWithoutSale = (products: readonly Priced[]): number =>
  products.filter(({ is_sale, price, current_price }) => !is_sale && current_price < price).length

/** For products on sale: what customers pay now, and what they pay once the sale ends. */
export const pricesAfterSale = (products: readonly Priced[]) =>
  products
    .filter(({ is_sale, price, current_price }) => is_sale && current_price !== price)
    .map(({ id, name, price, current_price }) => ({ id, name, before: current_price, after: price }))
