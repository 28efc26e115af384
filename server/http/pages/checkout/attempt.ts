import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { findCheckoutByAttempt, reservedQuantity } from '../../../storage/checkouts.ts'
import type { ProductRow, StoreRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'

const COOKIE = 'haat_checkout'
const BYTES = 18
const SHAPE = /^[\w-]{24}$/
const KEPT_SECONDS = 24 * 60 * 60

/**
 * One browser's wish to buy one product. It stands in the form, so that sending it twice holds nothing twice, and in a
 * cookie of the product's own pages, so that a customer who starts over is not told that somebody holds the last piece.
 */
export const isAttempt = (text: string): boolean => SHAPE.test(text)

export const newAttempt = (): string => randomBytes(BYTES).toString('base64url')

export function attemptOf(request: FastifyRequest): string | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '') ?? []
  return value && isAttempt(value) ? value : undefined
}

export function attemptCookie(world: World, store: StoreRow, product: ProductRow, attempt: string): string {
  const secure = world.publicUrl.startsWith('https:') ? '; Secure' : ''
  const path = `/s/${store.slug}/p/${product.id}`
  return `${COOKIE}=${attempt}; Path=${path}; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

/** What this browser holds itself is not taken from it. */
export async function reservedByOthers(
  { db, now }: World,
  attempt: string | undefined,
  { store_id, id }: ProductRow,
): Promise<number> {
  const own = attempt && (await findCheckoutByAttempt(db, store_id, id, attempt))
  return reservedQuantity(db, store_id, id, now(), own ? own.id : '')
}
