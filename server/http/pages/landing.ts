import { html } from 'hono/html'
import type { PageAnswer } from './send-page.ts'

/** The page at the service's root address. */
export const landing = (): PageAnswer => ({
  title: 'Haat: the service behind online stores',
  description:
    'Storefront, checkout, orders, mails and webhooks for online stores in India, with an API for sellers.',
  body: html`<div class="message">
<h1>A shop, from the first visit to the parcel at the door</h1>
<p>Haat holds the products of a store, shows them to customers, takes the payment, writes the mails and tells the seller’s own programs about every order.</p>
<p class="row"><a class="button" href="/dashboard/">Open the dashboard</a> <a class="button plain" href="/docs">Read the API</a></p>
<p class="quiet">Looking for a shop? Open the address that it gave you.</p>
</div>`,
})
