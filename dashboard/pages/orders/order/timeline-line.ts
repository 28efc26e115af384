import type { TimelineEntry } from '#contract/dashboard/orders.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { money } from '../../../format.ts'
import { texts } from '../../../texts.ts'
import { mailName } from './mail-name.ts'

const words = texts.orders.events

interface Line {
  icon: 'box' | 'check' | 'cross' | 'hook' | 'mail' | 'money' | 'pencil' | 'truck'
  what: string
  note?: string
  bad?: boolean
  /** Set for a change of the order's status, which stands out from its consequences. */
  status?: OrderStatus
}

export function lineOf(entry: TimelineEntry): Line {
  if (entry.kind === 'status')
    return {
      icon: entry.to === 'dispatched' ? 'truck' : entry.to === 'cancelled' ? 'cross' : 'check',
      what: changeWords(entry),
      ...(entry.from !== null && {
        note: words.by(isPerson(entry) ? entry.actor : '', words.sources[entry.source]),
      }),
      status: entry.to,
    }
  if (entry.kind === 'address' || entry.kind === 'erased')
    return {
      icon: entry.kind === 'address' ? 'pencil' : 'cross',
      what: words[entry.kind],
      note: words.by(entry.actor, words.sources[entry.source]),
    }
  if (entry.kind === 'payment') return paymentLine(entry)
  if (entry.kind === 'stock')
    return {
      icon: 'box',
      what: entry.change < 0 ? words.stockDown(-entry.change) : words.stockUp(entry.change),
    }
  if (entry.kind === 'mail')
    return {
      icon: 'mail',
      what: words.mail[entry.status](mailName(entry.mail)),
      ...(entry.failure && { note: words.mailFailures[entry.failure] }),
      bad: entry.status === 'failed',
    }
  return {
    icon: 'hook',
    what: entry.ok ? words.webhookOk(entry.host) : words.webhookBad(entry.host),
    note: words.attempt(entry.attempt, entry.result),
    bad: !entry.ok,
  }
}

function paymentLine({ gateway, status, amount, reference }: PaymentEntry): Line {
  if (gateway === 'free') return { icon: 'money', what: words.free }
  const what = words.payments[status](money(amount), words.gateways[gateway])
  return { icon: status === 'failed' ? 'cross' : 'money', what, note: words.reference(reference) }
}

type PaymentEntry = Extract<TimelineEntry, { kind: 'payment' }>
type StatusEntry = Extract<TimelineEntry, { kind: 'status' }>

function changeWords({ from, to, source }: StatusEntry): string {
  if (from === null) return words.placed
  if (from !== to) return texts.statuses[to]
  return source === 'customer' ? words.reviewed : words.tracking
}

const isPerson = ({ source }: StatusEntry) => source === 'api' || source === 'dashboard'
