import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, refuse } from '#contract/errors.ts'
import { type CustomQuestion, PRODUCT_LIMITS } from '#contract/products.ts'
import { startCheckout } from '../../../actions/orders/start-checkout.ts'
import { fewestOf } from '../../../actions/payments/gateways.ts'
import { openPayment, pathOfOrder } from '../../../actions/payments/open-payment.ts'
import { availableStock } from '../../../rules/checkout/checkout.ts'
import { CHOICES } from '../../../rules/checkout/purchase.ts'
import { NO_QUESTIONS, questionFingerprints } from '../../../rules/checkout/question-fingerprints.ts'
import { networkOf } from '../../../rules/network/network.ts'
import type { CheckoutRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import { isCrossSite } from '../../cross-site.ts'
import type { Form } from '../form/parse-multipart.ts'
import { readForm } from '../form/read-form.ts'
import { throttle } from '../form/throttle.ts'
import type { PagesDoor, Redirect } from '../page-route.ts'
import type { Answer } from '../send-page.ts'
import { offeredProduct, storeOf } from '../store-of.ts'
import { giveAttempt, isAttempt, newAttempt, reservedByOthers } from './attempt.ts'
import type { CheckoutView } from './checkout-view.ts'
import { checkoutPage } from './form.ts'
import { moveAnswers } from './move-answers.ts'
import { handOver, takePictures } from './pictures.ts'
import { purchaseInput, typedIn, withSuggestedState } from './read-input.ts'
import { soldOutPage, tooLittlePage } from './sold-out.ts'

const CHECKOUTS_PER_MINUTE = 20
/**
 * Phones take pictures of more than 5 MB; they are read, so that the form can come back with a word beside the field. As
 * many as a shop may ask for, whatever it asks for by now: a form that was opened before is told so.
 */
const FORM_LIMITS = { textBytes: 64 * 1024, filesBytes: PRODUCT_LIMITS.questionsMax * 15 * 1024 * 1024 }

/** `GET /s/{slug}/p/{id}/checkout`: the form, with what was chosen on the product's page. */
export async function checkoutForm(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const place = await placeOf(world, request)
  const attempt = await giveAttempt(world, request, reply, place)
  const query = new Map(Object.entries(request.query as Record<string, unknown>).filter(isChoice))
  return viewOf(world, {
    ...place,
    attempt,
    typed: typedIn(query, []),
    kept: new Map(),
    problems: new Map(),
  })
}

const IN_LINKS = new Set<string>(['quantity', ...CHOICES.map(([name]) => name)])

/** Whoever sends a customer a link must not fill in where the parcel and the mails go. */
const isChoice = (entry: [string, unknown]): entry is [string, string] =>
  IN_LINKS.has(entry[0]) && typeof entry[1] === 'string'

/** `POST` of the same: holds the pieces and leads to the payment, or comes back with what needs another look. */
export async function checkoutSent(
  { world, bodies, counter }: PagesDoor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer | Redirect> {
  if (isCrossSite(request, world.publicUrl)) throw refuse('bad_request')
  await throttle(counter, request, 'checkout', CHECKOUTS_PER_MINUTE, world.now())
  const place = await placeOf(world, request)
  const read = await readForm(bodies, request, FORM_LIMITS)
  try {
    return await takeForm(world, request, reply, place, read)
  } finally {
    read.release()
  }
}

async function takeForm(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  place: Awaited<ReturnType<typeof placeOf>>,
  read: Form,
): Promise<Answer | Redirect> {
  const { store, product } = place
  const questions: CustomQuestion[] = JSON.parse(product.custom_questions)
  const asked = read.fields.get('asked') ?? ''
  const isAskedStill = asked === questionFingerprints(questions)
  const form = isAskedStill ? read : moveAnswers(read, asked, questions)
  const sent = form.fields.get('attempt') ?? ''
  const attempt = isAttempt(sent) ? sent : newAttempt()
  const typed = typedIn(form.fields, questions)
  const network = networkOf(request.ip)
  const taken = await takePictures(world, product, attempt, questions, form, network)
  const view = { ...place, attempt, typed, kept: taken.kept }
  if (form.fields.has('recount')) return viewOf(world, { ...view, problems: new Map() })

  const started = await startCheckout(world, {
    storeId: store.id,
    productId: product.id,
    input: purchaseInput(typed, questions, taken.kept),
    attempt,
    network: world.vault.sign('network', network),
    fewest: await fewestOf(world, product),
    seen: seenOf(form.fields.get('seen')),
    asked: isAskedStill ? asked : NO_QUESTIONS,
  })
  const problems = new Map('problems' in started ? started.problems : [])
  for (const [name, problem] of taken.problems) problems.set(name, problem)
  if (problems.size === 0 && 'checkout' in started) {
    const to = await pathToPay(world, request, started.checkout)
    if (to) return { to }
    problems.set('payment', 'The payment could not be started. Nothing was charged. Try again in a moment.')
  }
  withSuggestedState(typed, problems)
  const status = problems.has('payment') ? 503 : 422
  const bought = 'bought' in started ? await pathOfOrder(world, started.bought) : undefined
  const again = bought ? await asAnother(world, request, reply, { ...view, bought }) : view
  return { ...(await viewOf(world, { ...again, problems })), status }
}

type Sent = Omit<CheckoutView, 'available' | 'fewest' | 'problems'>

/** The form as it was sent, for a purchase of its own. */
async function asAnother(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
): Promise<Sent> {
  const attempt = await giveAttempt(world, request, reply, sent)
  return { ...sent, attempt, kept: handOver(world, sent.product, attempt, sent.kept) }
}

/** Undefined where the provider does not answer; the pieces stay held, and the same form may be sent again. */
async function pathToPay(world: World, request: FastifyRequest, checkout: CheckoutRow) {
  try {
    return await openPayment(world, checkout)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    if (world.db.dialect.isUnavailable(error)) throw error
    world.log.error({ err: error, requestId: request.id }, 'A payment could not be started')
    return undefined
  }
}

async function placeOf(world: World, request: FastifyRequest) {
  const store = await storeOf(world, request)
  return { store, product: await offeredProduct(world, store, (request.params as { id: string }).id) }
}

function seenOf(text: string | undefined) {
  const [, unit, shipping] = /^(\d{1,13})-(\d{1,13})$/.exec(text ?? '') ?? []
  return unit && shipping ? { unitPricePaise: Number(unit), shippingPaise: Number(shipping) } : undefined
}

async function viewOf(world: World, view: Omit<CheckoutView, 'available' | 'fewest'>): Promise<Answer> {
  const reserved = await reservedByOthers(world, view.attempt, view.product)
  const available = availableStock(view.product.stock, reserved)
  if (available === 0) return soldOutPage(view)
  const fewest = await fewestOf(world, view.product)
  if (fewest === undefined || fewest > available) return tooLittlePage(view.store, view.product)
  return checkoutPage({ ...view, available, fewest })
}
