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

/** What a customer sends, and what the page showed them. */
export interface PurchaseRequest {
  input: PurchaseInput
  /** The smallest quantity whose price can be collected. */
  fewest?: number | undefined
  /** The price that was shown; a different price must be shown before it is charged. */
  seen?: { unitPricePaise: number; shippingPaise: number } | undefined
  /**
   * Fingerprints of the questions that were answered, so that answers to old questions are not taken as answers to new
   * ones.
   */
  asked?: string | undefined
}

/** Checks the request against the product as it is now. */
export function checkRequest(
  { input, fewest = 1, seen, asked }: PurchaseRequest,
  product: KeptProduct,
): { purchase: Purchase } | { problems: PurchaseProblems } {
  const offer = offerOf(product)
  const checked = checkPurchase(input, offer)
  const problems = new Map<string, string>()
  const changed = priceChange(product, seen)
  // Reported beside all other problems: the form that comes back shows the new price, and sending it accepts that.
  if (changed) problems.set('price', changed)
  if (haveQuestionsChanged(offer, asked)) problems.set('questions', QUESTIONS_CHANGED)
  if ('problems' in checked) return { problems: new Map([...problems, ...checked.problems]) }
  if (checked.purchase.quantity < fewest) problems.set('quantity', fewestWords(fewest))
  return problems.size > 0 ? { problems } : checked
}

const haveQuestionsChanged = ({ custom_questions }: Offer, asked: string | undefined) =>
  asked !== undefined && asked !== questionFingerprints(custom_questions)

function priceChange(product: KeptProduct, seen: PurchaseRequest['seen']): string | undefined {
  const { current_price_paise: unit, shipping_paise: shipping } = product
  if (!seen || (seen.unitPricePaise === unit && seen.shippingPaise === shipping)) return undefined
  const delivery = shipping === 0 ? 'with free delivery' : `and ${formatMoney(shipping)} for delivery`
  return `The price has changed. It is now ${formatMoney(unit)} ${delivery}.`
}
