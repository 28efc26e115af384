import type { ChangeSource, GatewayName, PaymentStatus, TimelineEntry } from '#contract/dashboard/orders.ts'
import { type OrderStatus, returnsStock } from '#contract/order-status.ts'
import { mailFailure } from '../mails/mail-failure.ts'
import { timesOf } from '../mails/sent-before.ts'
import { isoTime } from '../values/iso-time.ts'
import { toRupees } from '../values/money.ts'
import { isSuccess } from '../webhooks/is-success.ts'

export interface OrderTrail {
  quantity: number
  history: {
    at: number
    source: ChangeSource
    actor: string
    from_status: OrderStatus | null
    to_status: OrderStatus
    tracking_url: string | null
    about: 'address' | 'erased' | null
  }[]
  payments: {
    gateway: GatewayName
    reference: string
    amount_paise: number
    status: PaymentStatus
    created_at: number
    settled_at: number | null
  }[]
  mails: {
    kind: string
    status: 'pending' | 'sent' | 'failed'
    last_error: string | null
    created_at: number
    sent_at: number | null
    sent_before: string
  }[]
  attempts: {
    webhook_id: string
    url: string
    at: number
    status: number | null
    failure: string | null
  }[]
}

type Dated = { when: number; entry: WithoutTime }
type WithoutTime = TimelineEntry extends infer Entry
  ? Entry extends { at: string }
    ? Omit<Entry, 'at'>
    : never
  : never

/** The whole history of an order in one list, oldest first; entries of the same moment stay in this order. */
export function orderTimeline(trail: OrderTrail): TimelineEntry[] {
  const dated = [...payments(trail), ...statuses(trail), ...mails(trail), ...attempts(trail)]
  return dated
    .sort((one, other) => one.when - other.when)
    .map(({ when, entry }) => ({ at: isoTime(when), ...entry }) as TimelineEntry)
}

const payments = ({ payments }: OrderTrail): Dated[] =>
  payments.map(({ gateway, reference, amount_paise, status, created_at, settled_at }) => ({
    when: settled_at ?? created_at,
    entry: { kind: 'payment', gateway, reference, amount: toRupees(amount_paise), status },
  }))

/** The stock changes in the same transaction as the status, so it has no record of its own. */
function statuses({ history, quantity }: OrderTrail): Dated[] {
  return history.flatMap(({ at, source, actor, from_status: from, to_status: to, tracking_url, about }) => {
    if (about !== null) return [{ when: at, entry: { kind: about, source, actor } }]
    const status: Dated = { when: at, entry: { kind: 'status', from, to, source, actor, tracking_url } }
    const change = from === null ? -quantity : returnsStock(from, to) ? quantity : 0
    return change === 0 ? [status] : [status, { when: at, entry: { kind: 'stock', change } }]
  })
}

const mails = ({ mails }: OrderTrail): Dated[] =>
  mails.flatMap(({ kind: mail, status, last_error, created_at, sent_at, sent_before }) => [
    ...timesOf(sent_before).map(
      (when): Dated => ({
        when,
        entry: { kind: 'mail', mail, status: 'sent', failure: null },
      }),
    ),
    {
      when: sent_at ?? created_at,
      entry: { kind: 'mail', mail, status, failure: last_error === null ? null : mailFailure(last_error) },
    },
  ])

function attempts({ attempts }: OrderTrail): Dated[] {
  const tried = new Map<string, number>()
  return attempts.map(({ webhook_id, url, at, status, failure }) => {
    const attempt = (tried.get(webhook_id) ?? 0) + 1
    tried.set(webhook_id, attempt)
    const ok = isSuccess(status)
    const result = status === null ? (failure ?? '') : String(status)
    return { when: at, entry: { kind: 'webhook', host: new URL(url).host, attempt, ok, result } }
  })
}
