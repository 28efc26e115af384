import { html } from 'hono/html'
import { API_ERRORS, type ErrorCode } from '#contract/errors.ts'
import { OPERATIONS, type Operation } from '#contract/operations.ts'
import { OPERATION_DOCS } from '../openapi/operations.ts'
import { heading, subheading } from './heading.ts'
import { prose } from './prose.ts'

/** What a program does about an answer of this status. */
const WHAT_TO_DO: Record<number, string> = {
  400: 'Correct the request as the sentence says: sent again unchanged, it is refused again.',
  401: 'Send the header `X-API-Key` with the newest key of the store. Nobody can look an old one up.',
  403: 'The order belongs to another store: use that store’s key.',
  404: 'Check the id. What was deleted is not found either.',
  408: 'The body came too slowly: send it again.',
  413: 'At most 80 MB of JSON about a product, and 64 KB elsewhere: send fewer or smaller pictures.',
  429: 'Wait for `retry_after` seconds, then send it again.',
  500: 'Send it again, with the same Idempotency-Key if it had one. Whether anything was done is not known.',
  503: 'Wait for `Retry-After` seconds, then send it again, with the same Idempotency-Key if it had one.',
}

/** Refusals that do not depend on the operation, or come where there is none. */
const OF_NO_OPERATION: ReadonlyArray<readonly [ErrorCode, string]> = [
  [
    'not_found',
    'No operation has this path and method: `PATCH`, a slash at the end, or two in a row lead nowhere.',
  ],
  ['bad_request', 'It is not HTTP, or names no host or several.'],
  ['body_aborted', 'The connection ended before the body did: send it again.'],
  ['headers_too_large', 'All headers together are longer than 64 KB.'],
]

export const errorsSection = () => html`<section id="rules">
${heading('rules', 'Limits and errors')}
<p>Limits count per store and operation. Requests without a valid key count by the client’s address instead: a wrong key
gets 401 at first and 429 later. A window opens with its first request and lasts 60 seconds. Every answer of an operation
carries <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code>; over the
limit the answer is 429 with <code>retry_after</code> in seconds, also as the header <code>Retry-After</code>.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Limits"><table>
<thead><tr><th>Operation</th><th>Requests a minute</th></tr></thead>
<tbody>${Object.entries(OPERATIONS).map(
  ([name, { perMinute }]) =>
    html`<tr><td>${OPERATION_DOCS[name as Operation].summary}</td><td>${perMinute}</td></tr>`,
)}</tbody>
</table></div>
${subheading('errors', 'What to do about an error')}
<p>A refusal is <code>{"error": "a sentence"}</code>, sometimes with <code>invalid</code>, the list of what was not
accepted. Every sentence stands under <b>Errors</b> of the operations above; <code>images[0]</code> there stands for any item,
<code>delivered</code> for any status. When several things are wrong, the first of these is told: the key, the limit, the
size, the body’s form, its fields in the order of the table, what it names, and the order’s state. Every answer carries an
<code>X-Request-Id</code>: name it when you ask for help.</p>
<div class="scroll" tabindex="0" role="region" aria-label="What to do about an error"><table>
<thead><tr><th>Status</th><th>What to do</th></tr></thead>
<tbody>${Object.entries(WHAT_TO_DO).map(([status, words]) => html`<tr><td>${status}</td><td>${prose(words)}</td></tr>`)}</tbody>
</table></div>
<p>Four belong to no operation:</p>
<div class="scroll" tabindex="0" role="region" aria-label="Errors of no operation"><table>
<thead><tr><th>Error</th><th>What is wrong</th></tr></thead>
<tbody>${OF_NO_OPERATION.map(
  ([code, words]) =>
    html`<tr><td>${API_ERRORS[code].status} <code>${API_ERRORS[code].message}</code></td><td>${prose(words)}</td></tr>`,
)}</tbody>
</table></div>
</section>`
