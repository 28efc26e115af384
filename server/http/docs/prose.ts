import { html } from 'hono/html'

/** Text in which whatever is between backticks is code. */
export const prose = (text: string) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))
