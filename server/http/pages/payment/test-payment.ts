import type { FastifyInstance } from 'fastify'
import { html } from 'hono/html'
import { refuse } from '#contract/errors.ts'
import { gatewayFor, testGateway } from '../../../actions/payments/gateways.ts'
import { reportCallback } from '../../../actions/payments/report-callback.ts'
import { outcomePath, paymentPath, storePath } from '../../../rules/stores/customer-paths.ts'
import type { World } from '../../../world.ts'
import { readSmallForm } from '../../bodies/small-body.ts'
import { addSecretPage } from '../page-route.ts'
import { agreement } from '../parts/agreement.ts'
import type { PageAnswer } from '../send-page.ts'
import { bill } from './bill.ts'
import { type PaymentInView, paymentOf } from './find-payment.ts'
import { keptFor } from './kept-for.ts'
import { whilePayable } from './while-payable.ts'

const PATH = '/pay/test/:token'

/** The page of the built-in test gateway, and the callback that takes the customer's choice. */
export function addTestPayment(server: FastifyInstance, world: World) {
  addSecretPage(server, world, 'GET', PATH, async (request) => {
    const view = await testPaymentOf(world, request.params as { token: string })
    return whilePayable(world, view, (heldUntil) => choices(world, view, heldUntil))
  })
  addSecretPage(server, world, 'POST', PATH, async (request) => {
    const { payment } = await paymentOf(world, 'test', (request.params as { token: string }).token)
    await reportCallback(world, payment, await readSmallForm(request.raw))
    return { to: outcomePath(payment) }
  })
}

/** Refuses test payments once a store has gone live, also those that were started before. */
async function testPaymentOf(world: World, { token }: { token: string }) {
  const view = await paymentOf(world, 'test', token)
  if ((await gatewayFor(world, view.store.id)).name !== 'test') throw refuse('not_found')
  return view
}

function choices(world: World, view: PaymentInView, heldUntil: number | undefined): PageAnswer {
  const { payment, store } = view
  const { reference, amount_paise } = payment
  const gateway = testGateway(world)
  return {
    title: `Test payment to ${store.name}`,
    store,
    body: html`<div class="message">
<h1>Test payment</h1>
<p class="quiet">This shop is trying things out. No money moves, whatever you choose.</p>
${bill(view)}
<p class="quiet">${keptFor(heldUntil, world.now())}</p>
${resultForm(paymentPath(payment), gateway.finish(reference, amount_paise, 'paid'), 'Pay', 'button')}
${resultForm(paymentPath(payment), gateway.finish(reference, amount_paise, 'failed'), 'Let the payment fail', 'button plain')}
${agreement(store)}
<p><a href="${storePath(store.slug)}">Leave without paying</a></p>
</div>`,
  }
}

const resultForm = (path: string, result: object, label: string, look: string) =>
  html`<form method="post" action="${path}">
${Object.entries(result).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="${look} wide">${label}</button>
</form>`
