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
