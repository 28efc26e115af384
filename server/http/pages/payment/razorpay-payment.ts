import type { FastifyInstance } from 'fastify'
import { html } from 'hono/html'
import { LIGHT } from '#contract/design.ts'
import { razorpayOf } from '../../../actions/payments/gateways.ts'
import { reportCallback } from '../../../actions/payments/report-callback.ts'
import { canCollect } from '../../../rules/payments/can-collect.ts'
import { outcomePath, paymentPath, storePath } from '../../../rules/stores/customer-paths.ts'
import { formatMoney } from '../../../rules/values/format-money.ts'
import type { World } from '../../../world.ts'
import { readSmallForm } from '../../bodies/small-body.ts'
import { RAZORPAY_SCRIPT } from '../assets.ts'
import { isWithin } from '../form/throttle.ts'
import { addSecretPage, type PagesDoor } from '../page-route.ts'
import { agreement } from '../parts/agreement.ts'
import type { PageAnswer, Sources } from '../send-page.ts'
import { bill } from './bill.ts'
import { endedPage } from './ended.ts'
import { type PaymentInView, paymentOf } from './find-payment.ts'
import { keptFor } from './kept-for.ts'
import { whilePayable } from './while-payable.ts'

const PATH = '/pay/razorpay/:token'
/** Unsigned or repeated callbacks, per network: for each we ask Razorpay, on the store's account. */
const QUESTIONS_PER_MINUTE = 60

/** The page that opens Razorpay's checkout, and the callback that takes its result. */
export function addRazorpayPayment(server: FastifyInstance, { world, counter }: PagesDoor) {
  const tokenOf = ({ params }: { params: unknown }) => (params as { token: string }).token
  addSecretPage(server, world, 'GET', PATH, async (request) => {
    const view = await paymentOf(world, 'razorpay', tokenOf(request))
    const gateway = await razorpayOf(world, view.store.id)
    return whilePayable(world, view, (heldUntil) =>
      gateway && canCollect(gateway, view.payment)
        ? payPage(world, view, heldUntil)
        : endedPage(view, `${view.store.name} has changed how it takes payments.`),
    )
  })
  addSecretPage(server, world, 'POST', PATH, async (request) => {
    const { payment } = await paymentOf(world, 'razorpay', tokenOf(request))
    const mayAsk = () => isWithin(counter, request, 'payment', QUESTIONS_PER_MINUTE, world.now())
    await reportCallback(world, payment, await readSmallForm(request.raw), mayAsk)
    return { to: outcomePath(payment) }
  })
}

function payPage(world: World, view: PaymentInView, heldUntil: number | undefined): PageAnswer {
  const { payment, store } = view
  const amount = formatMoney(payment.amount_paise)
  return {
    title: `Pay ${store.name}`,
    store,
    sources: sourcesOf(world.razorpay.scriptUrl),
    body: html`<div class="message">
<h1>Pay ${amount}</h1>
${bill(view)}
<p class="quiet">${keptFor(heldUntil, world.now())}</p>
<div><button class="button wide" id="pay" type="button">Pay ${amount}</button>
<p class="quiet" id="loading" role="status"></p></div>
${agreement(store)}
<p class="problem" id="missing" hidden role="alert">The payment window could not be loaded. Check your connection, then press the button again.</p>
<noscript><p class="problem">Razorpay, which takes the payment, needs JavaScript. Switch it on for this page and load it again.</p></noscript>
<p class="quiet">UPI, cards, net banking and wallets, by way of Razorpay. <a href="${storePath(store.slug)}">Leave without paying</a></p>
<form id="razorpay" method="post" action="${paymentPath(payment)}" data-script="${world.razorpay.scriptUrl}" data-options="${JSON.stringify(optionsOf(world, view))}"></form>
<link rel="preload" as="script" href="${world.razorpay.scriptUrl}">
<script src="${RAZORPAY_SCRIPT.path}" defer></script>
</div>`,
  }
}

/**
 * The options of Razorpay's script. In browsers inside other apps, Razorpay uses `callback_url` instead of the script.
 */
const optionsOf = ({ publicUrl }: World, { payment, store, checkout }: PaymentInView) => ({
  key: payment.account,
  order_id: payment.reference,
  amount: payment.amount_paise,
  currency: 'INR',
  name: store.name,
  description: `${checkout.quantity} × ${checkout.product_name}`,
  prefill: {
    name: checkout.customer_name,
    email: checkout.customer_email,
    contact: `+91${checkout.customer_phone}`,
  },
  theme: { color: LIGHT.accent },
  callback_url: `${publicUrl}${paymentPath(payment)}`,
})

/** Razorpay's script loads more from its other hosts, and adds inline styles to the page. */
function sourcesOf(scriptUrl: string): Sources {
  const { hostname, origin } = new URL(scriptUrl)
  const host = hostname.endsWith('.razorpay.com') ? 'https://*.razorpay.com' : origin
  return {
    'script-src': host,
    'connect-src': `'self' ${host}`,
    'frame-src': host,
    'form-action': host,
    'style-src': `${host} 'unsafe-inline'`,
  }
}
