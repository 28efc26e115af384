import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors.ts'
import type { CustomQuestion } from '#contract/products.ts'
import { notOffered, startCheckout } from '../../../actions/orders/start-checkout.ts'
import { fewestOf } from '../../../actions/payments/gateways.ts'
import { openPayment, pathOfOrder } from '../../../actions/payments/open-payment.ts'
import { PaymentRefused } from '../../../actions/payments/start-payment.ts'
import { NO_QUESTIONS, questionFingerprints } from '../../../rules/checkout/question-fingerprints.ts'
import { networkOf } from '../../../rules/network/network.ts'
import type { CheckoutRow, StoreRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import type { Form } from '../form/parse-multipart.ts'
import type { Redirect } from '../page-route.ts'
import { isAttempt, newAttempt } from './attempt.ts'
import type { CheckoutView } from './checkout-view.ts'
import { moveAnswers } from './move-answers.ts'
import { paymentRefused } from './payment-refused.ts'
import { takePictures } from './pictures.ts'
import { purchaseInput, typedIn, withSuggestedState } from './read-input.ts'

/** A form to show again, with its answers under the present numbers of the product's questions. */
interface Judged extends Pick<CheckoutView, 'attempt' | 'typed' | 'kept' | 'problems' | 'bought'> {
  status: number
}

/** Holds the pieces and redirects to the payment, or returns the problems. */
export async function judgeForm(
  world: World,
  request: FastifyRequest,
  { store, product }: Pick<CheckoutView, 'store' | 'product'>,
  read: Form,
): Promise<Judged | Redirect> {
  const questions: CustomQuestion[] = JSON.parse(product.custom_questions)
  const asked = read.fields.get('asked') ?? ''
  const isAskedStill = asked === questionFingerprints(questions)
  const form = isAskedStill ? read : moveAnswers(read, asked, questions)
  const sent = form.fields.get('attempt') ?? ''
  const attempt = isAttempt(sent) ? sent : newAttempt()
  const typed = typedIn(form.fields, questions)
  const network = networkOf(request.ip)
  const taken = await takePictures(world, product, attempt, questions, form, network)
  const view = { attempt, typed, kept: taken.kept }
  if (form.fields.has('recount'))
    return product.is_active
      ? { ...view, problems: new Map(), status: 200 }
      : { ...view, problems: notOffered(), status: 422 }

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
    const path = await pathToPay(world, request, store, started.checkout)
    if ('to' in path) return path
    problems.set('payment', path.problem)
  }
  withSuggestedState(typed, problems)
  const bought = 'bought' in started ? await pathOfOrder(world, started.bought) : undefined
  return { ...view, problems, bought, status: problems.has('payment') ? 503 : 422 }
}

const NOT_STARTED = 'The payment could not be started. Nothing was charged. Try again in a moment.'

/** Returns a problem if the provider does not collect. The pieces stay held, and the form can be sent again. */
async function pathToPay(
  world: World,
  request: FastifyRequest,
  store: StoreRow,
  checkout: CheckoutRow,
): Promise<Redirect | { problem: string }> {
  try {
    return { to: await openPayment(world, checkout) }
  } catch (error) {
    if (error instanceof PaymentRefused) return { problem: paymentRefused(store) }
    if (error instanceof ApiError) return { problem: NOT_STARTED }
    if (world.db.dialect.isUnavailable(error)) throw error
    world.log.error({ err: error, requestId: request.id }, 'A payment could not be started')
    return { problem: NOT_STARTED }
  }
}

function seenOf(text: string | undefined) {
  const [, unit, shipping] = /^(\d{1,13})-(\d{1,13})$/.exec(text ?? '') ?? []
  return unit && shipping ? { unitPricePaise: Number(unit), shippingPaise: Number(shipping) } : undefined
}
