import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts'
import { type Chosen, isOffered, type Offer } from './purchase.ts'

export const RESERVATION_MS = 15 * MINUTE_MS
/**
 * A reservation that would last longer is from a clock that was far ahead. Where one was set back by an hour, nobody loses
 * what is held for them.
 */
export const LONGEST_HOLD_MS = RESERVATION_MS + HOUR_MS
/** How long after a checkout began its money becomes an order; what arrives later is returned. */
export const PAYABLE_MS = DAY_MS

/** Longer than any payment is asked about: pictures of an answer are there, whatever is found out late. */
export const PICTURES_KEPT_MS = 7 * PAYABLE_MS

/** Shipping is charged once per order. */
export const totalPaise = (quantity: number, unitPricePaise: number, shippingPaise: number): number =>
  quantity * unitPricePaise + shippingPaise

/** So few pieces, at least, cost nothing or as much as a payment must; undefined where no number of them does. */
export function fewestPieces(
  { current_price_paise: unit, shipping_paise: shipping }: Price,
  leastPaise: number,
): number | undefined {
  if (unit + shipping === 0 || unit + shipping >= leastPaise) return 1
  return unit === 0 ? undefined : Math.ceil((leastPaise - shipping) / unit)
}

/** What a product costs now. */
type Price = { current_price_paise: number; shipping_paise: number }

/** What a customer can take: the seller's stock less what open checkouts hold. */
export const availableStock = (stock: number, reserved: number): number => Math.max(0, stock - reserved)

const grouped = (count: number) => count.toLocaleString('en-IN')

export function stockProblem(wanted: number, available: number): string | undefined {
  if (wanted <= available) return undefined
  return available === 0 ? 'This product is out of stock' : `Only ${grouped(available)} left`
}

const ALWAYS_ALLOWED = 10

/** Of a product, what one customer has not paid for yet may be half of the stock, or ten pieces where that is more. */
export function holdProblem(wanted: number, held: number, stock: number): string | undefined {
  const most = mostHeld(stock)
  if (held + wanted <= most) return undefined
  return held === 0
    ? `At most ${grouped(most)} can be ordered at once`
    : `You, or somebody on your network, has not paid for ${held} of these yet. Pay for those first, or come back in 15 minutes.`
}

export const mostHeld = (stock: number): number => Math.max(ALWAYS_ALLOWED, Math.floor(stock / 2))

type Reservation = { status: string; expires_at: number; quantity: number }

export const isStillHeld = ({ status, expires_at }: Omit<Reservation, 'quantity'>, now: number): boolean =>
  status === 'open' && expires_at > now

/**
 * Whether pieces are held for a checkout: by itself, or by another sending of its form, which has taken its place and
 * with it what it held.
 */
export const isHeldFor = (
  checkout: Reservation,
  replacement: Reservation | undefined,
  now: number,
): boolean =>
  isStillHeld(checkout, now) ||
  (replacement !== undefined && isStillHeld(replacement, now) && checkout.quantity <= replacement.quantity)

export const isPayable = ({ created_at }: { created_at: number }, now: number): boolean =>
  now < created_at + PAYABLE_MS

type Priced = { unit_price_paise: number; shipping_paise: number }

/** Whether a customer who began anew would be asked for the same price and could choose the same. */
export const isOfferedAlike = (checkout: Priced & Chosen, product: Price, offer: Offer): boolean =>
  checkout.unit_price_paise === product.current_price_paise &&
  checkout.shipping_paise === product.shipping_paise &&
  isOffered(checkout, offer)

/** Whether the pieces are there for a payment that arrives now. What is not held is to be had while others leave enough. */
export const canStillBeHad = (
  quantity: number,
  { stock, byOthers, isHeld }: { stock: number; byOthers: number; isHeld: boolean },
): boolean => quantity <= (isHeld ? stock : availableStock(stock, byOthers))
