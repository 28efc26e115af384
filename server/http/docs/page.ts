import { html } from 'hono/html'
import { OPERATIONS, type Operation } from '#contract/operations.ts'
import type { Documented } from '../openapi/document.ts'
import { OPERATION_DOCS } from '../openapi/operations.ts'
import { operationSection } from './operation.ts'
import { docsStyle } from './style.ts'
import { webhooksSection } from './webhooks.ts'

const NAMES = Object.keys(OPERATIONS) as Operation[]

/** The documentation for people: one page, no script, nothing from elsewhere. */
export function docsPage({ publicUrl, webhookRetryMs }: Documented) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Haat seller API</title>
<style>${docsStyle}</style>
</head>
<body>
<div class="shell">
<header>
<h1>Haat seller API</h1>
<p>Manage the products and orders of one store. Requests and answers are JSON; amounts are Indian Rupees.</p>
</header>
<nav aria-label="Operations"><ul>
<li><a href="#start">Start here</a></li>
${NAMES.map((name) => html`<li><a href="#${name}">${OPERATION_DOCS[name].summary}</a></li>`)}
<li><a href="#webhooks">Webhooks</a></li>
<li><a href="#rules">Limits and errors</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
</ul></nav>
<main>
${startSection(publicUrl)}
${NAMES.map((name) => operationSection(name, publicUrl))}
${webhooksSection(webhookRetryMs)}
${rulesSection()}
</main>
</div>
</body>
</html>`
}

function startSection(publicUrl: string) {
  return html`<section id="start">
<h2>Start here</h2>
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
<code>ORDER_ID</code>; <a href="#list_events">the events</a> tell the ids of orders.</p>
<p>Creating a product and moving an order take an <code>Idempotency-Key</code> header of up to 255 plain characters: the
same key and body, byte for byte, within 24 hours give the first answer again, with the header
<code>Idempotent-Replayed</code>, so a request whose answer was lost can simply be sent again.</p>
</section>`
}

function rulesSection() {
  return html`<section id="rules">
<h2>Limits and errors</h2>
<p>Limits count per store and operation. A window opens with its first request and lasts 60 seconds. Every answer
carries <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code>; over the
limit the answer is 429 with <code>retry_after</code> in seconds, also as the header <code>Retry-After</code>.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Limits"><table>
<thead><tr><th>Operation</th><th>Requests a minute</th></tr></thead>
<tbody>${NAMES.map((name) => html`<tr><td>${OPERATION_DOCS[name].summary}</td><td>${OPERATIONS[name].perMinute}</td></tr>`)}</tbody>
</table></div>
<p>A refusal is <code>{"error": "a sentence"}</code>, sometimes with <code>invalid</code>, the list of what was not
accepted. When several things are wrong, the first of these is told: the key, the limit, the size, the body’s form, its
fields in the order of the table, what it names, and the order’s state. Every answer carries an
<code>X-Request-Id</code>: name it when you ask for help.</p>
</section>`
}
