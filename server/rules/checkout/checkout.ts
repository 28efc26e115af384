import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts'
import { type Chosen, isOffered, type Offer } from './purchase.ts'

export const RESERVATION_MS = 15 * MINUTE_MS
/**
 * A reservation that lasts longer was dated by a clock far ahead, and the cleaner ends it. The extra hour keeps
 * reservations alive when a clock is set back by an hour.
 */
export const LONGEST_HOLD_MS = RESERVATION_MS + HOUR_MS
/** How long after a checkout began its money still becomes an order; later money is returned. */
export const PAYABLE_MS = DAY_MS

/** Longer than any payment is asked about, so that an order made late still has the pictures of its answers. */
export const PICTURES_KEPT_MS = 7 * PAYABLE_MS

/** Shipping is charged once per order. */
export const totalPaise = (quantity: number, unitPricePaise: number, shippingPaise: number): number =>
  quantity * unitPricePaise + shippingPaise

/** The smallest quantity that costs nothing or at least `leastPaise`; undefined where no quantity does. */
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

/** One customer may hold half of a product's stock without paying, or ten pieces where that is more. */
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
 * Whether pieces are held for a checkout: by itself, or by the checkout that replaced it when its form was sent again,
 * which took over its reservation.
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

/** Whether a new checkout would have the same price and the same choices. */
export const isOfferedAlike = (checkout: Priced & Chosen, product: Price, offer: Offer): boolean =>
  checkout.unit_price_paise === product.current_price_paise &&
  checkout.shipping_paise === product.shipping_paise &&
  isOffered(checkout, offer)

/**
 * Whether the pieces are available to a payment that arrives now. Without a reservation, enough must be left beside
 * what others hold.
 */
export const canStillBeHad = (
  quantity: number,
  { stock, byOthers, isHeld }: { stock: number; byOthers: number; isHeld: boolean },
): boolean => quantity <= (isHeld ? stock : availableStock(stock, byOthers))
