import { html } from 'hono/html'
import { pausesInWords } from '../../rules/webhooks/schedule-words.ts'
import { webhooksOf } from '../openapi/webhooks.ts'
import { answerFields } from './answer-fields.ts'
import { heading, subheading } from './heading.ts'
import { prose } from './prose.ts'
import { rulesTable } from './rules-table.ts'
import { RECEIVER_SAMPLES, samplesIn } from './samples.ts'

/** Receiving orders on a server of one's own: what arrives, how to know that it is from here, what happens otherwise. */
export function webhooksSection(retryMs: readonly number[], publicUrl: string) {
  const { parameters, requestBody } = webhooksOf(retryMs)['order.created'].post
  return html`<section id="webhooks">
${heading('webhooks', 'Webhooks')}
<p>When an order is paid, one event is posted to each webhook URL of the store, up to five. Add a URL in the dashboard under
Developer; it comes with a secret, <code>whsec_…</code>, and a button that sends a test. The URL is https, with a certificate
that browsers trust.</p>
<pre tabindex="0"><code>${JSON.stringify(requestBody.content['application/json'].example, null, 2)}</code></pre>
<details><summary>Fields of the event</summary>
${rulesTable('Fields of the event', answerFields('OrderCreated'))}</details>
<div class="scroll" tabindex="0" role="region" aria-label="Headers of a webhook"><table class="names">
<thead><tr><th>Header</th><th>What it says</th></tr></thead>
<tbody>${parameters.map(({ name, description }) => html`<tr><td><code>${name}</code></td><td>${prose(description)}</td></tr>`)}</tbody>
</table></div>
${subheading('signature', 'Check the signature')}
<p>Signatures follow Standard Webhooks, for which there are libraries in most languages: in Node the package
<code>standardwebhooks</code>. Without one it is base64 of the HMAC-SHA-256 over <code>id.timestamp.body</code>, with the
secret behind <code>whsec_</code>, decoded from base64, as the key. Refuse a timestamp that is more than five minutes away.</p>
<p>The body is signed byte for byte as it arrives: what a framework has parsed and written anew has another signature. Take
<code>express.raw({ type: 'application/json' })</code> in Express, <code>request.body</code> in Django,
<code>request.get_data()</code> in Flask, <code>$request->getContent()</code> in Laravel. Django and Laravel refuse a POST
from elsewhere (403, 419) until its route is exempt from their CSRF check.</p>
${samplesIn('receiver', RECEIVER_SAMPLES, publicUrl)}
<p>For 24 hours after a secret was rotated there are several signatures, one by each secret: one that fits is enough.</p>
${subheading('answer', 'Answer')}
<p>With any 2xx within 5 seconds: store the event first, do the work afterwards. Anything else is tried again after
${pausesInWords(retryMs)}. The same event may arrive more than once, with the same
<code>webhook-id</code> and bytes, and a later one before an earlier: keep the ids that you have handled. Look at <code>event</code> and ignore kinds that you do not
know; <code>webhook.test</code> is the one that the dashboard sends as a test. What you
missed for longer you can <a href="#list_events">fetch by its number</a>, or have sent again from the dashboard.</p>
<ul>
<li>Redirects are not followed.</li>
<li>With 429 or 503, <code>Retry-After</code> of 5 seconds to 24 hours is kept to.</li>
<li>410 switches the URL off at once, and so do 5 days of failing, of which the store is told by mail.</li>
<li>A firewall knows them by <code>User-Agent: Haat-Webhooks/1</code>. No address is promised: the signature tells who sent it.</li>
</ul>
${subheading('try', 'Try it')}
<p>Until the keys of Razorpay are given in its settings, a store takes payments through a test gateway: buy something at the
store’s own page, and an order comes with all that belongs to it, but no money moves. A webhook reaches no server on your
own machine: use a tunnel with https, or read <a href="#list_events">the events</a> instead.</p>
</section>`
}
