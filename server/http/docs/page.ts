import { html, raw } from 'hono/html'
import { OPERATIONS, type Operation } from '#contract/operations.ts'
import type { Documented } from '../openapi/document.ts'
import { OPERATION_DOCS } from '../openapi/operations.ts'
import { errorsSection } from './errors.ts'
import { operationSection } from './operation.ts'
import { startSection } from './start.ts'
import { docsStyle } from './style.ts'
import { webhooksSection } from './webhooks.ts'

const NAMES = Object.keys(OPERATIONS) as Operation[]

/**
 * The documentation for people: one page, with nothing from elsewhere. Without its script only the copy buttons are
 * missing.
 */
export function docsPage({ publicUrl, webhookRetryMs }: Documented, script: string) {
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
${webhooksSection(webhookRetryMs, publicUrl)}
${errorsSection()}
</main>
</div>
<script>${raw(script)}</script>
</body>
</html>`
}
