import type { TimelineEntry } from '#contract/dashboard/orders.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { money } from '../../format.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import tones from '../../parts/status.module.css'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import styles from './order.module.css'

const words = texts.orders.events
const mailName = (mail: string) => texts.orders.mails[mail] ?? mail
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

interface Line {
  icon: IconName
  what: string
  note?: string
  bad?: boolean
  /** A change of the order itself, which the eye should find among what followed from it. */
  status?: OrderStatus
}

/** One timeline of all that happened, the newest on top. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {[...entries].reverse().map((entry, place) => {
        const line = lineOf(entry)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added, and have no id.
          <li key={entries.length - place} className={`${styles.entry} ${line.bad ? styles.bad : ''}`}>
            <span className={`${styles.mark} ${line.status ? tones[line.status] : styles.quiet}`}>
              <Icon name={line.icon} size={18} />
            </span>
            <div>
              <p>{line.status || line.bad ? <strong>{line.what}</strong> : line.what}</p>
              <p className="soft small">
                <Time at={entry.at} />
                {line.note && ` · ${line.note}`}
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function lineOf(entry: TimelineEntry): Line {
  if (entry.kind === 'status')
    return {
      icon: entry.to === 'dispatched' ? 'truck' : entry.to === 'cancelled' ? 'cross' : 'check',
      what: changeWords(entry),
      note: words.by(isPerson(entry) ? entry.actor : '', words.sources[entry.source]),
      status: entry.to,
    }
  if (entry.kind === 'payment' && entry.gateway === 'free') return { icon: 'money', what: words.free }
  if (entry.kind === 'payment')
    return {
      icon: 'money',
      what: words.payment(money(entry.amount), words.gateways[entry.gateway] ?? entry.gateway),
      note: words.reference(entry.reference),
    }
  if (entry.kind === 'stock')
    return {
      icon: 'box',
      what: entry.change < 0 ? words.stockDown(-entry.change) : words.stockUp(entry.change),
    }
  if (entry.kind === 'mail')
    return {
      icon: 'mail',
      what: words.mail[entry.status](mailName(entry.mail)),
      bad: entry.status === 'failed',
    }
  return {
    icon: 'hook',
    what: entry.ok ? words.webhookOk(hostOf(entry.url)) : words.webhookBad(hostOf(entry.url)),
    note: words.attempt(entry.attempt, entry.result),
    bad: !entry.ok,
  }
}

type StatusEntry = Extract<TimelineEntry, { kind: 'status' }>

function changeWords({ from, to, source }: StatusEntry): string {
  if (from === null) return words.placed
  if (from !== to) return texts.statuses[to]
  return source === 'customer' ? words.reviewed : words.tracking
}

const isPerson = ({ source }: StatusEntry) => source === 'api' || source === 'dashboard'
