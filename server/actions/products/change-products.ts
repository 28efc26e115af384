import type { AuditAction } from '#contract/dashboard/audit.ts'
import type { ManyOutcome } from '#contract/dashboard/many.ts'
import type { ProductRefusal } from '#contract/dashboard/products.ts'
import { ApiError } from '#contract/errors.ts'
import { salePrice } from '../../rules/products/sale.ts'
import { toRupees } from '../../rules/values/money.ts'
import type { HeldProduct } from '../../storage/products/products.ts'
import type { ProductRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { eachByItself } from '../each-by-itself.ts'
import type { Note } from '../note.ts'
import { deleteProduct } from './delete-product.ts'
import { editProduct } from './edit-product.ts'

type Change =
  | { kind: 'show' }
  | { kind: 'hide' }
  | { kind: 'delete' }
  | { kind: 'sale'; percent: number }
  /** `prices`: by product id, in rupees, the price that the seller was shown as the one after the sale. */
  | { kind: 'end_sale'; prices?: ReadonlyMap<string, string> }

interface Changes {
  storeId: string
  ids: readonly string[]
  change: Change
  noteOf: (action: AuditAction, detail: string) => Note<ProductRow>
}

/** Stops an edit that would change nothing, or that its seller would not want. */
class Left extends Error {
  readonly why: 'already' | ProductRefusal
  constructor(why: 'already' | ProductRefusal) {
    super(why)
    this.why = why
  }
}

/** Changes many products in the same way, each as if alone: with its own transaction and note. */
export const changeProducts = (
  world: World,
  { ids, ...changes }: Changes,
): Promise<ManyOutcome<{ reason: ProductRefusal }>> =>
  eachByItself(
    ids.map((id) => ({ id })),
    async ({ id }) => {
      try {
        await changeOne(world, id, changes)
        return 'done'
      } catch (error) {
        const why = whyLeft(error, changes.change)
        return why === 'already' ? why : { refused: { reason: why } }
      }
    },
  )

function whyLeft(error: unknown, { kind }: Change): 'already' | ProductRefusal {
  if (error instanceof Left) return error.why
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'product_has_active_orders') return 'active_orders'
  if (code === 'product_not_found') return kind === 'delete' ? 'already' : 'gone'
  throw error
}

function changeOne(world: World, id: string, { storeId, change, noteOf }: Omit<Changes, 'ids'>) {
  if (change.kind === 'delete') return deleteProduct(world, { storeId, id }, noteOf('product.deleted', ''))
  if (change.kind === 'show' || change.kind === 'hide') {
    const is_active = change.kind === 'show'
    const allow = (kept: ProductRow) => {
      if ((kept.is_active === 1) === is_active) throw new Left('already')
    }
    const edit = { storeId, id, input: { is_active }, allow }
    return editProduct(world, edit, noteOf('product.edited', 'is_active'))
  }
  const by = change.kind === 'sale' ? onSale(change.percent) : offSale(change.prices?.get(id))
  return editProduct(
    world,
    { storeId, id, input: {}, by },
    noteOf('product.edited', 'current_price, is_sale'),
  )
}

/** A running sale may be replaced by a smaller one; a product that is cheaper without a sale keeps its price. */
const onSale = (percent: number) => (kept: HeldProduct) => {
  const current_price_paise = salePrice(kept.price_paise, percent)
  if (kept.is_sale === 1 && kept.current_price_paise === current_price_paise) throw new Left('already')
  if (kept.is_sale === 0 && kept.current_price_paise < current_price_paise) throw new Left('cheaper')
  return { current_price_paise, is_sale: 1 as const }
}

const offSale = (seenPrice: string | undefined) => (kept: HeldProduct) => {
  if (kept.is_sale === 0) throw new Left('already')
  if (seenPrice !== undefined && Number(seenPrice) !== toRupees(kept.price_paise)) throw new Left('repriced')
  return { current_price_paise: kept.price_paise, is_sale: 0 as const }
}
