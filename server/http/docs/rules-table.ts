import { html } from 'hono/html'
import { prose } from './prose.ts'

export interface Rule {
  name: string
  words: string
  /** Beside the name: that it is required, or may be missing. */
  note?: string | undefined
}

/** A narrow screen breaks a long name between its words. */
const breakable = (name: string) =>
  name.split(/(?<=[_.])/).map((part, place) => (place > 0 ? html`<wbr>${part}` : part))

export const rulesTable = (
  title: string,
  rules: Rule[],
) => html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="names">
<thead><tr><th>Name</th><th>Rule</th></tr></thead>
<tbody>${rules.map(
  ({
    name,
    words,
    note,
  }) => html`<tr><td><code>${breakable(name)}</code>${note ? html`<br><span class="soft">${note}</span>` : ''}</td>
<td>${prose(words)}</td></tr>`,
)}</tbody>
</table></div>`
