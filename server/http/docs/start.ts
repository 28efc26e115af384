import { html } from 'hono/html'
import { heading, subheading } from './heading.ts'
import { PRODUCT_SAMPLES, samplesIn } from './samples.ts'

/** From the key to the first product, by hand and from a program. */
export const startSection = (publicUrl: string) => html`<section id="start">
${heading('start', 'Start here')}
<p>Every request carries your store’s key in the header <code>X-API-Key</code>. Make one in the <a
href="/dashboard/">dashboard</a>, under Developer. A new key makes the old one stop working at once. Keep it on your server: whoever opens a page or an app
that holds it can read it, and no browser lets a page of another site call this API, as it sends no CORS headers.</p>
<pre tabindex="0"><code>export HAAT_KEY=ht-xxxx-xxx-xxxx</code></pre>
<p>With your own key there, every example on this page can be pasted as it is. This one makes a product:</p>
<pre tabindex="0"><code>curl "${publicUrl}/api/products/create" \\
  -H "X-API-Key: $HAAT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Brass lamp", "price": 1499, "description": "Cast by hand.", "stock": 12}'</code></pre>
<p>The answer is its id. Examples about one product or one order look for its id in <code>PRODUCT_ID</code> and
<code>ORDER_ID</code>; <a href="#list_events">the events</a> tell the ids of orders. No operation lists the products: keep
each id beside your own number for it, which <code>metadata</code> has room for. The dashboard exports all products with
their ids, and is where categories are made.</p>
<p>Creating a product and changing an order’s status take an <code>Idempotency-Key</code> header of up to 255 plain characters: the
same key and body, byte for byte, within 24 hours give the first answer again, with the header
<code>Idempotent-Replayed</code>, so a request whose answer was lost can simply be sent again.</p>
${subheading('pictures', 'Send a picture')}
<p>Pictures travel within the JSON, as base64; forms (<code>multipart/form-data</code>) are not taken. A shell’s command line
is too short for most, so this one is piped:</p>
<pre tabindex="0"><code>{ printf '{"primary_image": "'; base64 &lt; lamp.jpg | tr -d '\\n'; printf '"}'; } |
  curl -X PUT "${publicUrl}/api/products/$PRODUCT_ID/edit" \\
  -H "X-API-Key: $HAAT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d @-</code></pre>
${subheading('program', 'From a program')}
<p>A product with its picture, and a change of its stock. Over the limit, or while the service is busy, it waits as long as
it is told to, and what had no answer, or none for five minutes, it sends again. <code>create LAMP-1</code> is the
Idempotency-Key of this one body: what you change in it needs another, and so does the same in another language, which
writes other bytes.</p>
${samplesIn('program', PRODUCT_SAMPLES, publicUrl)}
</section>`
