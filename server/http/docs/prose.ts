import { html } from 'hono/html'

/** Words in which what stands between backticks is code. */
export const prose = (text: string) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))
