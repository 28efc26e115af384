import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS } from '../../../rules/values/durations.ts'
import { findCheckoutByAttempt, reservedQuantity } from '../../../storage/orders/checkouts.ts'
import type { CheckoutRow, ProductRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import { cookieNames, readCookie, setCookie } from '../../cookie.ts'

const BYTES = 18
const SHAPE = /^[\w-]{24}$/
const KEPT_SECONDS = DAY_MS / 1000

/**
 * An attempt identifies one browser's purchase of one product. The form contains it, so that sending the form twice
 * holds the pieces once. A cookie keeps it, so that a customer who starts over is not told that somebody else holds the
 * last piece.
 */
export const isAttempt = (text: string): boolean => SHAPE.test(text)

export const newAttempt = (): string => randomBytes(BYTES).toString('base64url')

/**
 * Each product has a cookie of its own, as one that is bound to the host has no path. It is bound because whoever knows
 * an attempt is led to its order: a site that could set one would see who bought, and where they live.
 */
const cookieOf = ({ id }: ProductRow) => COOKIES + id
const COOKIES = 'haat_checkout_'

/** A browser sends all of them with every request, and proxies refuse headers that are too long, many above 8 KB. */
const MOST_COOKIES = 40

export function attemptOf(
  request: FastifyRequest,
  { publicUrl }: World,
  product: ProductRow,
): string | undefined {
  const value = readCookie(request, publicUrl, cookieOf(product))
  return value && isAttempt(value) ? value : undefined
}

/** The browser's attempt, or a new one if that has been paid for: the customer may want to buy the product again. */
export async function giveAttempt(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  product: ProductRow,
): Promise<{ attempt: string; paid: CheckoutRow | undefined }> {
  const own = attemptOf(request, world, product)
  const checkout = own ? await findCheckoutByAttempt(world.db, product.store_id, product.id, own) : undefined
  const paid = checkout?.status === 'paid' ? checkout : undefined
  const attempt = own && !paid ? own : newAttempt()
  const name = cookieOf(product)
  setCookie(reply, world.publicUrl, { name, value: attempt, seconds: KEPT_SECONDS })
  const others = cookieNames(request, world.publicUrl, COOKIES).filter((other) => other !== name)
  for (const oldest of others.slice(0, 1 - MOST_COOKIES)) {
    setCookie(reply, world.publicUrl, { name: oldest, value: '', seconds: 0 })
  }
  return { attempt, paid }
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
