import { SegmentedControl, Skeleton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Overview } from '#contract/dashboard/overview.ts'
import { roleAllows } from '#contract/dashboard/route.ts'
import { count, money } from '../../format.ts'
import { TextLink } from '../../parts/links.tsx'
import { NewOrders } from '../../parts/new-orders.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useOverview } from '../../parts/use-overview.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { DayChart } from './day-chart.tsx'
import styles from './overview.module.css'
import { Attention } from './overview-attention.tsx'
import { LowStock } from './overview-low-stock.tsx'
import { ByStatus } from './overview-statuses.tsx'
import { Steps, useSteps } from './overview-steps.tsx'

const words = texts.overview
const PERIODS = [7, 30, 90]
const USUAL = 30

/** A store counts as new until its first order. */
const isNew = ({ steps }: Overview) => !steps.order

export function OverviewPage() {
  const store = useStore()
  const { days = USUAL } = useSearch({ from: '/signed-in/s/$store/' })
  const query = useOverview(days)
  const data = query.data
  const fresh = data !== undefined && isNew(data)
  const { taken, left, mine } = useSteps(data)
  return (
    <Page
      title={fresh ? words.welcome(store.name) : words.title}
      lead={data && (fresh ? words.welcomeLead(left) : words.lead(data.to_prepare))}
      actions={!fresh && <Period days={days} />}
    >
      <NewOrders key={days} days={days} />
      <Loaded query={query} shape={<Shape />}>
        {(overview) =>
          isNew(overview) ? (
            taken && <Steps taken={taken} />
          ) : (
            <>
              {overview.test_mode && <TestMode />}
              {taken && mine > 0 && <Steps taken={taken} later />}
              <Figures overview={overview} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function Period({ days }: { days: number }) {
  const navigate = useNavigate()
  return (
    <SegmentedControl
      aria-label={words.period}
      value={String(days)}
      onChange={(value) =>
        void navigate({
          to: '.',
          search: (Number(value) === USUAL ? {} : { days: Number(value) }) as never,
          replace: true,
        })
      }
      data={PERIODS.map((each) => ({ value: String(each), label: words.days(each) }))}
    />
  )
}

function TestMode() {
  const { slug, role } = useStore()
  return (
    <p className="soft">
      {words.testMode}{' '}
      {roleAllows(role, 'owner') && (
        <TextLink to="/s/$store/settings" params={{ store: slug }} hash="payment">
          {words.testModeEnd}
        </TextLink>
      )}
    </p>
  )
}

function Figures({ overview }: { overview: Overview }) {
  // Not those of the URL: while their figures are on their way, these are still of the period before.
  const days = overview.days.length
  return (
    <div className={styles.figures}>
      <Attention overview={overview} />
      <Figure
        title={words.revenueIn(days)}
        value={money(overview.revenue)}
        besides={overview.test_orders > 0 ? words.testOrders(overview.test_orders) : undefined}
        now={overview.revenue}
        before={overview.before.revenue}
        days={overview.days}
        of="revenue"
      />
      <Figure
        title={words.ordersIn(days)}
        value={count(overview.orders)}
        now={overview.orders}
        before={overview.before.orders}
        days={overview.days}
        of="orders"
      />
      <ByStatus overview={overview} />
      <LowStock products={overview.low_stock} />
    </div>
  )
}

interface FigureProps {
  title: string
  value: string
  /** Says what the number leaves out. */
  besides?: string | undefined
  now: number
  before: number
  days: Overview['days']
  of: 'revenue' | 'orders'
}

/** The number with a chart of its days below, or a sentence where all days are zero. */
function Figure({ title, value, besides, now, before, days, of }: FigureProps) {
  const percent = before === 0 ? undefined : Math.round(((now - before) / before) * 100)
  return (
    <Card title={title}>
      <p className={styles.number}>{value}</p>
      {besides && <p className="soft small">{besides}</p>}
      {(now > 0 || before > 0) && (
        <p className="soft small">
          {percent === undefined ? words.compareNone(days.length) : words.compare(percent, days.length)}
        </p>
      )}
      {now === 0 ? (
        <p className={styles.none}>{words.none[of](days.length)}</p>
      ) : (
        <div className={styles.chart}>
          <DayChart days={days} of={of} label={words.chart(words[of], days.length)} />
        </div>
      )}
    </Card>
  )
}

function Shape() {
  return (
    <div className={styles.figures}>
      <Skeleton height={320} />
      <Skeleton height={320} />
    </div>
  )
}
