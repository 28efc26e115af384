import { html } from 'hono/html'
import { STATUS_WORDS } from '#contract/design.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { formatDate } from '../../../rules/values/format-date.ts'
import { isoTime } from '../../../rules/values/iso-time.ts'
import type { OrderHistoryRow } from '../../../storage/schema.ts'
import type { OrderInView } from './order-in-view.ts'

const AHEAD: readonly OrderStatus[] = ['started', 'processing', 'dispatched', 'delivered']

/** The order's history with dates; below it the steps still to come, without a date. */
export function timelinePart({ order, history }: OrderInView) {
  // The order was read before its history, and its status may have changed in between.
  const at = AHEAD.indexOf(history.at(-1)?.to_status ?? order.status)
  const ahead = at === -1 ? [] : AHEAD.slice(at + 1)
  return html`<section aria-labelledby="timeline"><h2 id="timeline" class="hidden">What has happened</h2>
<ol class="timeline">${history.map((entry) => html`<li class="${toneOf(entry)}"><span>${wordsOf(entry)}</span> ${timeOf(entry.at)}</li>`)}
${ahead.map((status) => html`<li class="ahead"><span>${STATUS_WORDS[status]}</span><span class="hidden"> (still to come)</span></li>`)}</ol></section>`
}

const toneOf = ({ source, to_status }: OrderHistoryRow) => (source === 'customer' ? 'delivered' : to_status)

function wordsOf({ source, from_status, to_status, tracking_url, about }: OrderHistoryRow): string {
  if (about === 'address') return 'Address changed'
  if (about === 'erased') return 'Your details were erased'
  if (source === 'customer') return 'You rated it'
  if (from_status !== to_status) return STATUS_WORDS[to_status]
  return tracking_url === null ? 'Tracking link removed' : 'Tracking link updated'
}

const timeOf = (at: number) => {
  const exact = isoTime(at)
  return html`<time datetime="${exact}" title="${exact}">${formatDate(at)}</time>`
}
