import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Day } from '#contract/dashboard/overview.ts'
import { count, day as dayName, money, shortDay } from '../../format.ts'
import styles from './day-chart.module.css'

const TICKS = 5

/** Tick marks on a few evenly spaced days that include today; every chart has the same. */
const ticksOf = (days: readonly Day[]) => {
  const apart = Math.ceil(days.length / TICKS)
  return days.filter((_, place) => (days.length - 1 - place) % apart === 0).map(({ date }) => date)
}

const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

interface Props {
  days: readonly Day[]
  of: 'revenue' | 'orders'
  label: string
}

const writer = (of: Props['of']) => (of === 'revenue' ? money : count)

const AXIS = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--haat-soft)', fontSize: 12 },
} as const

/** The axis starts at zero. The title replaces a legend. A table gives screen readers the same numbers. */
export function DayChart({ days, of, label }: Props) {
  const Chart = of === 'revenue' ? AreaChart : BarChart
  return (
    <>
      <div className={styles.chart} aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <Chart
            data={[...days]}
            margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--haat-line)" />
            <XAxis
              {...AXIS}
              dataKey="date"
              tickFormatter={shortDay}
              ticks={ticksOf(days)}
              interval="equidistantPreserveEnd"
              minTickGap={8}
              padding={{ left: 12, right: 20 }}
            />
            <YAxis
              {...AXIS}
              width={48}
              allowDecimals={false}
              domain={[0, 'auto']}
              tickFormatter={(value) => (of === 'revenue' ? `₹${compact.format(value)}` : count(value))}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--haat-line)', fill: 'var(--haat-sunken)' }}
              content={({ payload }) => <Tip day={payload?.[0]?.payload as Day | undefined} of={of} />}
            />
            {of === 'revenue' ? (
              <Area
                dataKey={of}
                type="linear"
                stroke="var(--haat-accent)"
                strokeWidth={2}
                fill="var(--haat-accent-tint)"
                isAnimationActive={false}
              />
            ) : (
              <Bar
                dataKey={of}
                fill="var(--haat-accent)"
                radius={[3, 3, 0, 0]}
                maxBarSize={24}
                isAnimationActive={false}
              />
            )}
          </Chart>
        </ResponsiveContainer>
      </div>
      <DayTable days={days} of={of} label={label} />
    </>
  )
}

function DayTable({ days, of, label }: Props) {
  const write = writer(of)
  return (
    <div className="unseen">
      <table>
        <caption>{label}</caption>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{dayName(day.date)}</th>
              <td>{write(day[of])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Tip({ day, of }: { day: Day | undefined; of: Props['of'] }) {
  if (!day) return null
  return (
    <div className={styles.tip}>
      <span>{dayName(day.date)}</span>
      <strong>{writer(of)(day[of])}</strong>
    </div>
  )
}
