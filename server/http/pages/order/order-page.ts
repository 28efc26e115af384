import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { reviewOrder } from '../../../actions/orders/review-order.ts'
import { checkReview } from '../../../rules/orders/review.ts'
import { orderPath } from '../../../rules/stores/customer-paths.ts'
import { listOrderHistory } from '../../../storage/orders/order-history.ts'
import { findOrderNumber } from '../../../storage/orders/order-numbers.ts'
import { findReturnOf } from '../../../storage/orders/order-trail.ts'
import { findOrderByToken } from '../../../storage/orders/orders.ts'
import { findStore } from '../../../storage/stores/stores.ts'
import type { World } from '../../../world.ts'
import { readForm } from '../form/read-form.ts'
import type { PagesDoor, Redirect } from '../page-route.ts'
import type { PageAnswer } from '../send-page.ts'
import { orderView } from './order-view.ts'

const TOKEN = /^[\w-]{16,64}$/
const REVIEW_LIMITS = { textBytes: 64 * 1024 }

/** `GET /o/{token}`: where the order is. Who has no token sees nothing, not even that there is an order. */
export const orderPage = async (world: World, request: FastifyRequest): Promise<PageAnswer> =>
  orderView(await orderOf(world, request))

/** `POST /o/{token}`: the review. The token is what allows it, so no other site can send one. */
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
  await reviewOrder(world, seen.order, checked.value)
  return { to: orderPath(seen.order.token) }
}

async function orderOf({ db }: World, request: FastifyRequest) {
  const { token } = request.params as { token: string }
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
