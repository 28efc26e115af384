import { html } from 'hono/html'

export const boughtAlready = (order: string) =>
  html`You have bought this already: <a href="${order}">see your order</a>.`

/**
 * For a customer who comes back after paying. The script looks for this id, to update a form from the browser's cache.
 */
export const boughtNotice = (order: string, next: ReturnType<typeof html> | '' = '') =>
  html`<p class="notice" role="alert" id="bought" tabindex="-1">${boughtAlready(order)}${next}</p>`
