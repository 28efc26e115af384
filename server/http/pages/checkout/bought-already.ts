import { html } from 'hono/html'

export const boughtAlready = (order: string) =>
  html`You have bought this already: <a href="${order}">see your order</a>.`
