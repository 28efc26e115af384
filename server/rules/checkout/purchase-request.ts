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
  const offer = offerOf(product)
  const checked = checkPurchase(input, offer)
  const problems = new Map<string, string>()
  const changed = priceChange(product, seen)
  // Said with whatever else is wrong: the form that comes back shows the new price, and is taken at it.
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
