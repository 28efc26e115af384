import { html } from 'hono/html'
import { OPERATIONS, type Operation } from '#contract/operations.ts'
import { HTTP_STATUS_WORDS, refusalsOf } from '../openapi/document.ts'
import { OPERATION_DOCS, type OperationDoc } from '../openapi/operations.ts'
import { answerFields } from './answer-fields.ts'
import { heading } from './heading.ts'
import { prose } from './prose.ts'
import { type Rule, rulesTable } from './rules-table.ts'
import { ruleInWords } from './schema-words.ts'

/** One operation: what it does, an example to paste, its fields, its answer and every refusal. */
export function operationSection(name: Operation, publicUrl: string) {
  const doc = OPERATION_DOCS[name]
  const { method, path, perMinute } = OPERATIONS[name]
  return html`<section id="${name}">
${heading(name, doc.summary)}
<p class="call"><span class="verb">${method}</span><code>${path.replace(':id', '{id}')}</code>
<span class="soft">${perMinute} a minute</span></p>
<p>${prose(doc.description)}</p>
<pre tabindex="0"><code>${curl(name, doc, publicUrl)}</code></pre>
${doc.query ? named('Parameters', doc, doc.query.map(queryRule)) : ''}
${doc.body ? named('Fields', doc, fieldRules(doc.body.schema)) : ''}
<h3>Answer ${doc.success.status}</h3>
<pre tabindex="0"><code>${JSON.stringify(doc.success.example, null, 2)}</code></pre>
${answerList(doc)}
${refusalLists(doc)}
</section>`
}

/** Can be pasted into a shell in which the variables named in capitals are set. */
function curl(name: Operation, { body, tag, query = [] }: OperationDoc, publicUrl: string): string {
  const { method, path } = OPERATIONS[name]
  const id = tag === 'Orders' ? '$ORDER_ID' : '$PRODUCT_ID'
  const asked = query.map(({ name, schema }) => `${name}=${schema.default}`).join('&')
  const address = `${publicUrl}${path.replace(':id', id)}${asked ? `?${asked}` : ''}`
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`, '  -H "X-API-Key: $HAAT_KEY"']
  if (body) lines.push("  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(body.example)}'`)
  return lines.join(' \\\n')
}

const queryRule = ({ name, description, schema }: NonNullable<OperationDoc['query']>[number]): Rule => ({
  name,
  words: ruleInWords({ ...schema, description }),
})

function fieldRules(schema: Record<string, unknown>): Rule[] {
  const required = (schema.required ?? []) as readonly string[]
  const properties = Object.entries(schema.properties as Record<string, Record<string, unknown>>)
  return properties.map(([name, rule]) => ({
    name,
    words: ruleInWords(rule),
    note: required.includes(name) ? 'required' : undefined,
  }))
}

const named = (title: string, { summary }: OperationDoc, rules: Rule[]) => html`<h3>${title}</h3>
${rulesTable(`${title}: ${summary}`, rules)}`

/** Left out where the answer has one field, which the example shows already. */
function answerList({ success, summary }: OperationDoc) {
  const fields = answerFields(success.shape)
  if (fields.length < 2) return ''
  return html`<details><summary>Fields of the answer</summary>
${rulesTable(`Fields of the answer: ${summary}`, fields)}</details>`
}

function refusalLists(doc: OperationDoc) {
  const byStatus = [...refusalsOf(doc)].sort(([a], [b]) => a - b)
  return html`<details><summary>Errors</summary>
${byStatus.map(
  ([status, refusals]) => html`<h3>${status} ${HTTP_STATUS_WORDS[status] ?? ''}</h3>
<ul>${refusals.map(({ value }) => html`<li><code>${value.error}</code></li>`)}</ul>`,
)}
</details>`
}
