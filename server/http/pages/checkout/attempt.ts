import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { productPath } from '../../../rules/stores/customer-paths.ts'
import { DAY_MS } from '../../../rules/values/durations.ts'
import { parseId } from '../../../rules/values/uuid.ts'
import { findCheckoutByAttempt, reservedQuantity } from '../../../storage/orders/checkouts.ts'
import type { CheckoutRow, ProductRow, StoreRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import { readCookie, setCookie } from '../../cookie.ts'

const COOKIE = 'haat_checkout'
const BYTES = 18
const SHAPE = /^[\w-]{24}$/
const KEPT_SECONDS = DAY_MS / 1000

/**
 * An attempt identifies one browser's purchase of one product. The form contains it, so that sending the form twice
 * holds the pieces once. A cookie for the product's pages keeps it, so that a customer who starts over is not told that
 * somebody else holds the last piece.
 */
export const isAttempt = (text: string): boolean => SHAPE.test(text)

export const newAttempt = (): string => randomBytes(BYTES).toString('base64url')

export function attemptOf(request: FastifyRequest): string | undefined {
  const value = readCookie(request, COOKIE)
  return value && isAttempt(value) ? value : undefined
}

/** The browser's attempt, or a new one if that has been paid for: the customer may want to buy the product again. */
export async function giveAttempt(
  { db, publicUrl }: World,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, product }: { store: StoreRow; product: ProductRow },
): Promise<{ attempt: string; paid: CheckoutRow | undefined }> {
  const own = attemptOf(request)
  const checkout = own ? await findCheckoutByAttempt(db, store.id, product.id, own) : undefined
  const paid = checkout?.status === 'paid' ? checkout : undefined
  const attempt = own && !paid ? own : newAttempt()
  const path = productPath(store.slug, product.id)
  setCookie(reply, publicUrl, { name: COOKIE, value: attempt, seconds: KEPT_SECONDS, path })
  return { attempt, paid }
}

/** When a store's address has changed, moves the cookie to the product's new path. */
export function carryAttempt(
  { publicUrl }: World,
  request: FastifyRequest,
  reply: FastifyReply,
  { former, store }: { former: string; store: StoreRow },
) {
  const attempt = attemptOf(request)
  const id = parseId((request.params as { id?: string }).id ?? '')
  if (!attempt || !id) return
  const keep = (slug: string, value: string, seconds: number) =>
    setCookie(reply, publicUrl, { name: COOKIE, value, seconds, path: productPath(slug, id) })
  keep(store.slug, attempt, KEPT_SECONDS)
  keep(former, '', 0)
}

/** The quantity held by others: what this browser holds stays available to it. */
export async function reservedByOthers(
  { db, now }: World,
  attempt: string | undefined,
  { store_id, id }: ProductRow,
): Promise<number> {
  const own = attempt && (await findCheckoutByAttempt(db, store_id, id, attempt))
  return reservedQuantity(db, store_id, id, now(), own ? own.id : '')
}
