import type { TimelineEntry } from '#contract/dashboard/orders.ts'
import { Icon } from '../../../parts/icons.tsx'
import tones from '../../../parts/status.module.css'
import { Time } from '../../../parts/time.tsx'
import styles from './order.module.css'
import { lineOf } from './timeline-line.ts'

/** All that happened to the order in one timeline, newest on top. */
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
