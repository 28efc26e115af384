import { html } from 'hono/html'

/** A heading that is a link to itself: whoever asks a colleague can send the place. */
export const heading = (id: string, words: string) => html`<h2><a href="#${id}">${words}</a></h2>`

/** One below it, which is the place. */
export const subheading = (id: string, words: string) =>
  html`<h3 id="${id}"><a href="#${id}">${words}</a></h3>`
