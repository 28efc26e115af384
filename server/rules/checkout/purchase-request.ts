import type { KeptProduct } from '../products/product-row.ts'
import { formatMoney } from '../values/format-money.ts'
import { fewestWords } from './fewest-words.ts'
import { offerOf } from './offer.ts'
import {
  checkPurchase,
  type Offer,
  type Purchase,
  type PurchaseInput,
  type PurchaseProblems,
} from './purchase.ts'
import { questionFingerprints } from './question-fingerprints.ts'

const QUESTIONS_CHANGED =
  'The shop has changed its questions since this page was opened. Look at your answers again.'

/** What a customer sends, with what they had before their eyes. */
export interface PurchaseRequest {
  input: PurchaseInput
  /** Fewer pieces cost less than can be collected. */
  fewest?: number | undefined
  /** The price that was shown; another one is not charged without being shown first. */
  seen?: { unitPricePaise: number; shippingPaise: number } | undefined
  /** The fingerprints of the questions that were answered; answers to others are not taken for answers to these. */
  asked?: string | undefined
}

/** Judges it against the product as it is now. */
export function checkRequest(
  { input, fewest = 1, seen, asked }: PurchaseRequest,
  product: KeptProduct,
): { purchase: Purchase } | { problems: PurchaseProblems } {
  const checked = checkAnswered(input, asked, offerOf(product))
  if ('problems' in checked) return checked
  if (checked.purchase.quantity < fewest) return { problems: new Map([['quantity', fewestWords(fewest)]]) }
  const changed = priceChange(product, seen)
  return changed ? { problems: new Map([['price', changed]]) } : checked
}

function checkAnswered(input: PurchaseInput, asked: string | undefined, offer: Offer) {
  const checked = checkPurchase(input, offer)
  if (asked === undefined || asked === questionFingerprints(offer.custom_questions)) return checked
  const others = 'problems' in checked ? checked.problems : []
  return { problems: new Map([['questions', QUESTIONS_CHANGED], ...others]) }
}

function priceChange(product: KeptProduct, seen: PurchaseRequest['seen']): string | undefined {
  const { current_price_paise: unit, shipping_paise: shipping } = product
  if (!seen || (seen.unitPricePaise === unit && seen.shippingPaise === shipping)) return undefined
  const delivery = shipping === 0 ? 'with free delivery' : `and ${formatMoney(shipping)} for delivery`
  return `The price has changed. It is now ${formatMoney(unit)} ${delivery}.`
}
