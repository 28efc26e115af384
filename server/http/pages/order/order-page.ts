import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { reviewOrder } from '../../../actions/orders/review-order.ts'
import { checkReview, type Review } from '../../../rules/orders/review.ts'
import { orderPath } from '../../../rules/stores/customer-paths.ts'
import { listOrderHistory } from '../../../storage/orders/order-history.ts'
import { findOrderNumber } from '../../../storage/orders/order-numbers.ts'
import { findReturnOf } from '../../../storage/orders/order-trail.ts'
import { findOrderByToken } from '../../../storage/orders/orders.ts'
import type { OrderRow } from '../../../storage/schema.ts'
import { findStore } from '../../../storage/stores/stores.ts'
import type { World } from '../../../world.ts'
import { readForm } from '../form/read-form.ts'
import type { PagesDoor, Redirect } from '../page-route.ts'
import type { PageAnswer } from '../send-page.ts'
import { orderView } from './order-view.ts'

const TOKEN = /^[\w-]{16,64}$/
/**
 * Some apps take the punctuation after a link for a part of it. Matched from the beginning: from each mark of a path of
 * 60 KB of them it would take seconds.
 */
const WITH_MARKS = /^([\w-]{16,64})[.,;:!?)\]}>"'\u2019\u201d\u2026\u0964]+$/
const REVIEW_LIMITS = { textBytes: 64 * 1024 }

/** `GET /o/{token}`: the order's page. Without its token there is nothing to see, not even that there is an order. */
export async function orderPage(world: World, request: FastifyRequest): Promise<PageAnswer | Redirect> {
  const [, bare] = WITH_MARKS.exec(tokenIn(request)) ?? []
  if (bare) return { to: orderPath(bare) }
  return orderView(await orderOf(world, request))
}

/** `POST /o/{token}`: the review. It needs the token, so no other site can send one. */
export async function takeReview(
  { world, bodies }: PagesDoor,
  request: FastifyRequest,
): Promise<PageAnswer | Redirect> {
  const seen = await orderOf(world, request)
  const form = await readForm(bodies, request, REVIEW_LIMITS)
  form.release()
  const typed = { rating: form.fields.get('rating') ?? '', review: form.fields.get('review') ?? '' }
  const checked = checkReview(typed)
  if ('problems' in checked)
    return { ...orderView({ ...seen, typed, problems: checked.problems }), status: 422 }
  const isKept = await reviewOrder(world, seen.order, checked.value)
  const now = isKept ? seen : await orderOf(world, request)
  if (isReviewedOtherwise(now.order, checked.value))
    return { ...orderView({ ...now, isReviewLate: true }), status: 409 }
  return { to: orderPath(seen.order.token) }
}

/** A form that is sent twice carries the review that is already stored. Only a different review has to be refused. */
const isReviewedOtherwise = ({ rating, review }: OrderRow, sent: Review) =>
  rating !== null && (rating !== sent.rating || review !== sent.review)

const tokenIn = ({ params }: FastifyRequest) => (params as { token: string }).token

async function orderOf({ db }: World, request: FastifyRequest) {
  const token = tokenIn(request)
  const order = TOKEN.test(token) ? await findOrderByToken(db, token) : undefined
  if (!order) throw refuse('not_found')
  const [store, history, returned_at, number] = await Promise.all([
    findStore(db, order.store_id),
    listOrderHistory(db, order.store_id, order.id),
    findReturnOf(db, order),
    findOrderNumber(db, order),
  ])
  if (!store || number === undefined) throw refuse('not_found')
  return { order: { ...order, returned_at, number }, store, history }
}
