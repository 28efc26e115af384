import { html } from 'hono/html'
import { pausesInWords } from '../../rules/webhooks/schedule-words.ts'
import { webhooksOf } from '../openapi/webhooks.ts'
import { prose } from './prose.ts'

/** Receiving orders on a server of one's own: what arrives, how to know that it is from here, what happens otherwise. */
export function webhooksSection(retryMs: readonly number[]) {
  const { parameters, requestBody } = webhooksOf(retryMs)['order.created'].post
  return html`<section id="webhooks">
<h2>Webhooks</h2>
<p>When an order is paid, one event is posted to each webhook URL of the store, up to five. Add a URL in the dashboard under
Developer; it comes with a secret, <code>whsec_…</code>.</p>
<pre tabindex="0"><code>${JSON.stringify(requestBody.content['application/json'].example, null, 2)}</code></pre>
<div class="scroll" tabindex="0" role="region" aria-label="Headers of a webhook"><table>
<thead><tr><th>Header</th><th>What it says</th></tr></thead>
<tbody>${parameters.map(({ name, description }) => html`<tr><td><code>${name}</code></td><td>${prose(description)}</td></tr>`)}</tbody>
</table></div>
<h3>Check the signature</h3>
<p>Signatures follow Standard Webhooks, for which there are libraries in most languages. In Node, with the package
<code>standardwebhooks</code>, and the body exactly as it arrived:</p>
<pre tabindex="0"><code>import { Webhook } from 'standardwebhooks'

const event = new Webhook(secret).verify(body, request.headers) // throws where it is not genuine</code></pre>
<p>Without a library: base64 of the HMAC-SHA-256 over <code>id.timestamp.body</code>, with the secret behind
<code>whsec_</code>, decoded from base64, as the key. Refuse a timestamp that is more than five minutes away.</p>
<h3>Answer</h3>
<p>With any 2xx within 5 seconds: store the event first, do the work afterwards. Anything else is tried again after
${pausesInWords(retryMs)}. The same event may arrive more than once, with the same
<code>webhook-id</code> and bytes: keep the ids that you have handled. Look at <code>event</code> and ignore kinds that you do not
know; <code>webhook.test</code> is the one that the dashboard sends as a test. What you
missed for longer you can <a href="#list_events">fetch by its number</a>, or have sent again from the dashboard.</p>
</section>`
}
