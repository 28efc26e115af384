import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { fewestOf } from '../../../actions/payments/gateways.ts'
import { pathOfOrder } from '../../../actions/payments/open-payment.ts'
import { availableStock } from '../../../rules/checkout/checkout.ts'
import { CHOICES } from '../../../rules/checkout/purchase.ts'
import { parseId } from '../../../rules/values/uuid.ts'
import { findCheckoutByAttempt } from '../../../storage/orders/checkouts.ts'
import { findProduct } from '../../../storage/products/products.ts'
import type { StoreRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import { isCrossSite } from '../../cross-site.ts'
import type { Form } from '../form/parse-multipart.ts'
import { readForm } from '../form/read-form.ts'
import { throttle } from '../form/throttle.ts'
import type { PagesDoor, Redirect } from '../page-route.ts'
import type { PageAnswer } from '../send-page.ts'
import { namedProduct, offeredProduct, storeOf, storeOfForm } from '../store-of.ts'
import { giveAttempt, isAttempt, reservedByOthers } from './attempt.ts'
import { checkoutPage } from './checkout-page.ts'
import type { CheckoutView } from './checkout-view.ts'
import { judgeForm } from './judge-form.ts'
import { handOver } from './pictures.ts'
import { typedIn } from './read-input.ts'
import { soldOutPage, tooLittlePage, withdrawnPage } from './sold-out.ts'

const CHECKOUTS_PER_MINUTE = 20
/**
 * Phones take pictures of more than 5 MB. They are read all the same, so that the form can come back with a problem
 * beside the field. There is room for as many pictures as any shop may ask for: the form may have been opened before
 * the shop asked for fewer.
 */
const FORM_LIMITS = { textBytes: 64 * 1024, filesBytes: PRODUCT_LIMITS.questionsMax * 15 * 1024 * 1024 }

/**
 * `GET /s/{slug}/p/{id}/checkout`: the form, with what was chosen on the product's page. It tells a customer who comes
 * back after paying, for example with the back button, that it is paid.
 */
export async function showCheckout(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageAnswer> {
  const place = await placeOf(world, request)
  const { attempt, paid } = await giveAttempt(world, request, reply, place.product)
  return viewOf(world, {
    ...place,
    attempt,
    query: queryOf(request),
    typed: typedIn(new Map(choicesIn(request)), []),
    kept: new Map(),
    problems: new Map(),
    bought: paid && (await pathOfOrder(world, paid)),
  })
}

const IN_LINKS = new Set<string>(['quantity', ...CHOICES.map(([name]) => name)])

/** A link may set only these: whoever sends it must not fill in where the parcel and the mails go. */
const isChoice = (entry: [string, unknown]): entry is [string, string] =>
  IN_LINKS.has(entry[0]) && typeof entry[1] === 'string'

const choicesIn = ({ query }: FastifyRequest) =>
  Object.entries(query as Record<string, unknown>).filter(isChoice)

/** As it was sent: a product without choices leads to an address that ends with a mere `?`. */
const queryOf = ({ url }: FastifyRequest) => url.replace(/^[^?]*/, '')

/** `POST` of the same: holds the pieces and redirects to the payment, or returns the form with its problems. */
export async function takeCheckout(
  { world, bodies, counter }: PagesDoor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageAnswer | Redirect> {
  if (isCrossSite(request, world.publicUrl)) throw refuse('bad_request')
  await throttle(counter, request, 'checkout', CHECKOUTS_PER_MINUTE, world.now())
  const store = await storeOfForm(world, request)
  const product = await namedProduct(world, store, productIn(request))
  const read = await readForm(bodies, request, FORM_LIMITS)
  try {
    return product
      ? await takeForm(world, request, reply, { store, product }, read)
      : await leadToOrder(world, store, productIn(request), read)
  } finally {
    read.release()
  }
}

const productIn = ({ params }: FastifyRequest) => (params as { id: string }).id

/** The product is gone, but this form may have become an order before. */
async function leadToOrder(
  world: World,
  store: StoreRow,
  product: string,
  { fields }: Form,
): Promise<PageAnswer | Redirect> {
  const [id, attempt] = [parseId(product), fields.get('attempt') ?? '']
  const bought =
    id && isAttempt(attempt) ? await findCheckoutByAttempt(world.db, store.id, id, attempt) : undefined
  const to = bought && (await pathOfOrder(world, bought))
  return to ? { to } : withdrawnPage(store)
}

/** Sending a large form takes minutes, so a form that comes back is rendered with the product as it is by then. */
async function takeForm(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  place: Awaited<ReturnType<typeof placeOf>>,
  read: Form,
): Promise<PageAnswer | Redirect> {
  const judged = await judgeForm(world, request, place, read)
  if ('to' in judged) return judged
  const { store, product: before } = place
  const product = (await findProduct(world.db, store.id, before.id)) ?? before
  if (product.custom_questions !== before.custom_questions || product.is_active !== before.is_active)
    return takeForm(world, request, reply, { store, product }, read)
  const { status, ...sent } = { store, product, query: queryOf(request), ...judged }
  const again = sent.bought ? await asAnother(world, request, reply, sent) : sent
  return { ...(await viewOf(world, again)), status }
}

type Sent = Omit<CheckoutView, 'available' | 'fewest'>

/** The same form under a new attempt, to buy the product once more. */
async function asAnother(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
): Promise<Sent> {
  const { attempt } = await giveAttempt(world, request, reply, sent.product)
  return { ...sent, attempt, kept: handOver(world, sent.product, attempt, sent.kept) }
}

async function placeOf(world: World, request: FastifyRequest) {
  const store = await storeOf(world, request)
  return { store, product: await offeredProduct(world, store, productIn(request)) }
}

async function viewOf(world: World, view: Sent): Promise<PageAnswer> {
  const reserved = await reservedByOthers(world, view.attempt, view.product)
  const available = availableStock(view.product.stock, reserved)
  const fewest = await fewestOf(world, view.product)
  if (!view.product.is_active) return checkoutPage({ ...view, available, fewest: fewest ?? 1 })
  if (available === 0) return soldOutPage(view)
  if (fewest === undefined || fewest > available) return tooLittlePage(view.store, view.product)
  return checkoutPage({ ...view, available, fewest })
}
