import { html } from 'hono/html'
import { OPERATIONS, type Operation } from '#contract/operations.ts'
import { refusalsOf, STATUS_WORDS } from '../openapi/document.ts'
import { EXAMPLE_IDS } from '../openapi/examples.ts'
import { OPERATION_DOCS, type OperationDoc } from '../openapi/operations.ts'
import { prose } from './prose.ts'
import { ruleInWords } from './schema-words.ts'

/** One operation: what it does, an example to paste, its fields, its answer and every refusal. */
export function operationSection(name: Operation, publicUrl: string) {
  const doc = OPERATION_DOCS[name]
  const { method, path, perMinute } = OPERATIONS[name]
  return html`<section id="${name}">
<h2>${doc.summary}</h2>
<p class="call"><span class="verb">${method}</span><code>${path.replace(':id', '{id}')}</code>
<span class="soft">${perMinute} a minute</span></p>
<p>${prose(doc.description)}</p>
<pre tabindex="0"><code>${curl(name, doc, publicUrl)}</code></pre>
${doc.body ? fieldsTable(doc.body.schema) : ''}
<h3>Answer ${doc.success.status}</h3>
<pre tabindex="0"><code>${JSON.stringify(doc.success.example, null, 2)}</code></pre>
${refusalLists(doc)}
</section>`
}

function curl(name: Operation, { body, tag }: OperationDoc, publicUrl: string): string {
  const { method, path } = OPERATIONS[name]
  const id = tag === 'Orders' ? EXAMPLE_IDS.order : EXAMPLE_IDS.product
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${publicUrl}${path.replace(':id', id)}`,
    "  -H 'X-API-Key: ht-xxxx-xxx-xxxx'",
  ]
  if (body) lines.push("  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(body.example)}'`)
  return lines.join(' \\\n')
}

function fieldsTable(schema: Record<string, unknown>) {
  const required = (schema.required ?? []) as readonly string[]
  const properties = Object.entries(schema.properties as Record<string, Record<string, unknown>>)
  return html`<h3>Fields</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Fields"><table>
<thead><tr><th>Field</th><th>Rule</th></tr></thead>
<tbody>${properties.map(
    ([
      field,
      rule,
    ]) => html`<tr><td><code>${field}</code>${required.includes(field) ? html`<br><span class="soft">required</span>` : ''}</td>
<td>${prose(ruleInWords(rule))}</td></tr>`,
  )}</tbody>
</table></div>`
}

function refusalLists(doc: OperationDoc) {
  const byStatus = [...refusalsOf(doc)].sort(([a], [b]) => a - b)
  return html`<details><summary>Errors</summary>
${byStatus.map(
  ([status, refusals]) => html`<h3>${status} ${STATUS_WORDS[status] ?? ''}</h3>
<ul>${refusals.map(({ value }) => html`<li><code>${value.error}</code></li>`)}</ul>`,
)}
</details>`
}
