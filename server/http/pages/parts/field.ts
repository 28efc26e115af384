import { html } from 'hono/html'
import type { Html } from '../document.ts'

export interface FieldOptions {
  name: string
  label: string
  value: string
  problem?: string | undefined
  /** The field's rule, shown before it is broken. */
  hint?: string
  optional?: true
  lines?: number
  /** Further attributes of the input, such as its keyboard. */
  more?: Record<string, string | number>
}

/** A label, its hint, its input and its problem, always in this order and linked for screen readers. */
export function field(options: FieldOptions): Html {
  const { name, label, value, hint, lines, optional } = options
  return html`<div class="field"><label for="${name}">${label}${optional ? html` <span class="quiet">(if you like)</span>` : ''}</label>
${hint ? html`<p class="small quiet" id="${name}-hint">${hint}</p>` : ''}
${
  lines
    ? html`<textarea id="${name}" name="${name}" rows="${lines}"${describing(options)}>${value}</textarea>`
    : html`<input id="${name}" name="${name}" value="${value}"${describing(options)}>`
}
${problemLine(options)}</div>`
}

export const problemLine = ({ name, problem }: Pick<FieldOptions, 'name' | 'problem'>) =>
  problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : ''

export function describing({ name, problem, hint, optional, more = {} }: FieldOptions) {
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  return [
    optional ? '' : html` required`,
    problem ? html` aria-invalid="true"` : '',
    described ? html` aria-describedby="${described}"` : '',
    ...Object.entries(more).map(([attribute, value]) => html` ${attribute}="${String(value)}"`),
  ]
}
