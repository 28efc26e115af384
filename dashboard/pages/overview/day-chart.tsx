import { useState } from 'react'
import type { Day } from '#contract/dashboard/overview.ts'
import { count, day as dayName, money, shortDay } from '../../format.ts'
import { axisUpTo, ticksAmong } from './axis.ts'
import styles from './day-chart.module.css'

const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

type Of = 'revenue' | 'orders'

interface Props {
  days: readonly Day[]
  of: Of
  label: string
}

const WRITERS = {
  revenue: { exact: money, short: (value: number) => `₹${compact.format(value)}` },
  orders: { exact: count, short: count },
} satisfies Record<Of, object>

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

/** The axis starts at zero. The title replaces a legend. A table gives screen readers the same numbers. */
export function DayChart({ days, of, label }: Props) {
  const axis = axisUpTo(Math.max(...days.map((day) => day[of])))
  const top = axis.at(-1)!
  const Shape = of === 'revenue' ? Area : Bars
  return (
    <>
      <div className={styles.chart} aria-hidden="true">
        <div className={styles.values}>
          {axis.map((value) => (
            <span key={value}>{WRITERS[of].short(value)}</span>
          ))}
        </div>
        <div className={styles.plot}>
          <div className={styles.lines}>
            {axis.map((value) => (
              <span key={value} />
            ))}
          </div>
          <div className={styles.days}>
            <Shape parts={days.map((day) => day[of] / top)} />
            <Pointed days={days} of={of} />
          </div>
        </div>
        <div className={styles.ticks}>
          {ticksAmong(days.length).map((place) => (
            <span key={place} style={{ left: percent(place + 0.5, days.length) }}>
              {shortDay(days[place]!.date)}
            </span>
          ))}
        </div>
      </div>
      <DayTable days={days} of={of} label={label} />
    </>
  )
}

interface ShapeProps {
  /** Each day's part of the height. */
  parts: readonly number[]
}

function Area({ parts }: ShapeProps) {
  const line = parts.map((part, place) => `${place + 0.5},${1 - part}`).join(' ')
  return (
    <svg
      aria-hidden="true"
      className={styles.area}
      viewBox={`0 0 ${parts.length} 1`}
      preserveAspectRatio="none"
    >
      <polygon points={`0.5,1 ${line} ${parts.length - 0.5},1`} />
      <polyline points={line} />
    </svg>
  )
}

const Bars = ({ parts }: ShapeProps) =>
  parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a day is known by its place alone.
    <span key={place} className={styles.bar} style={{ height: percent(part, 1) }} />
  ))

/** Tells the number of the day under the mouse or the finger. */
function Pointed({ days, of }: Omit<Props, 'label'>) {
  const [place, setPlace] = useState<number>()
  const point = (chart: Element, { clientX }: { clientX: number }) => {
    const { left, width } = chart.getBoundingClientRect()
    const under = Math.floor(((clientX - left) / width) * days.length)
    setPlace(Math.min(Math.max(under, 0), days.length - 1))
  }
  const day = place === undefined ? undefined : days[place]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same numbers for keyboards and screen readers.
    <div
      className={styles.pointed}
      onMouseMove={(event) => point(event.currentTarget, event)}
      onTouchMove={(event) => point(event.currentTarget, event.touches[0]!)}
      onMouseLeave={() => setPlace(undefined)}
    >
      {day && place !== undefined && (
        <>
          <span
            className={styles.day}
            style={{ left: percent(place, days.length), width: percent(1, days.length) }}
          />
          <span
            className={styles.tip}
            style={{
              left: percent(place + 0.5, days.length),
              transform: `translateX(-${percent(place + 0.5, days.length)})`,
            }}
          >
            <span>{dayName(day.date)}</span>
            <strong>{WRITERS[of].exact(day[of])}</strong>
          </span>
        </>
      )}
    </div>
  )
}

function DayTable({ days, of, label }: Props) {
  return (
    <div className="unseen">
      <table>
        <caption>{label}</caption>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{dayName(day.date)}</th>
              <td>{WRITERS[of].exact(day[of])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
