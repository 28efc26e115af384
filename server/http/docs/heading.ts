import { html } from 'hono/html'

/** A heading that links to itself, so that its link can be copied and shared. */
export const heading = (id: string, words: string) => html`<h2><a href="#${id}">${words}</a></h2>`

/** A heading one level below, with the id on itself. */
export const subheading = (id: string, words: string) =>
  html`<h3 id="${id}"><a href="#${id}">${words}</a></h3>`
