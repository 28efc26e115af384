import { html } from 'hono/html'

/** Said at the top as well, so that nobody searches: each mistake leads to its field. */
export function problemList(problems: ReadonlyMap<string, string>) {
  if (problems.size === 0) return ''
  const line =
    problems.size === 1 ? 'One thing needs another look' : `${problems.size} things need another look`
  return html`<div class="problems" role="alert" id="problems" tabindex="-1"><p><strong>${line}</strong></p>
<ul>${[...problems].map(([name, problem]) =>
    WHOLE_PAGE.has(name)
      ? html`<li>${problem}</li>`
      : html`<li><a href="#${fieldId(name)}">${problem}</a></li>`,
  )}</ul></div>`
}

const WHOLE_PAGE = new Set(['product', 'questions', 'price', 'payment'])

const fieldId = (name: string) => name.replace(/^answers\[(\d+)\]$/, 'answer-$1')
