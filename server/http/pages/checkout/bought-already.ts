import { html } from 'hono/html'

export const boughtAlready = (order: string) =>
  html`You have bought this already: <a href="${order}">see your order</a>.`

/** For who comes back after paying; a form that the browser has kept finds it by its id. */
export const boughtNotice = (order: string, next: ReturnType<typeof html> | '' = '') =>
  html`<p class="notice" role="alert" id="bought" tabindex="-1">${boughtAlready(order)}${next}</p>`
