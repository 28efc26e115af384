import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { ORDER_FILTERS, type OrderLine } from '#contract/dashboard/orders.ts'
import { ROUTES } from '#contract/dashboard.ts'
import { urlOf } from '../../api.ts'
import { money } from '../../format.ts'
import { ShareStore } from '../../parts/copying/share-link.tsx'
import { Icon } from '../../parts/icons.tsx'
import { type Column, rowLink } from '../../parts/lists/data-table.tsx'
import styles from '../../parts/lists/filters.module.css'
import { Filters, useFilters } from '../../parts/lists/filters.tsx'
import { PagedTable } from '../../parts/lists/paged-table.tsx'
import { SearchBox } from '../../parts/lists/search-box.tsx'
import { useChosen } from '../../parts/lists/use-chosen.ts'
import { useTyped } from '../../parts/lists/use-typed.ts'
import { NewOrders } from '../../parts/new-orders.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Thumb } from '../../parts/product-bits.tsx'
import { Empty, NothingFound } from '../../parts/states.tsx'
import { badges, StatusBadge, TestBadge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useOverview } from '../../parts/use-overview.ts'
import { useCall, whileSeen } from '../../queries.ts'
import { allows, useMails, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { ChosenOrders } from './many/chosen-orders.tsx'
import { orderName } from './order-name.ts'

const words = texts.orders
const FROM = '/signed-in/s/$store/orders'
const DAYS = 30

/** A day in the viewer's time zone as the moments that the API asks for; the last day is included. */
const startOf = (day: string | undefined, plusDays = 0) => {
  if (!day) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = new Date(year, month - 1, date + plusDays)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

export function OrdersPage() {
  const store = useStore()
  const list = useSearch({ from: FROM })
  const { page: _page, from, to, ...search } = list
  const dates = { from: startOf(from), to: startOf(to, 1) }
  const sent = Object.fromEntries(
    Object.entries({ ...search, ...dates }).filter(([, value]) => value),
  ) as typeof search
  const asked = { store: store.store_id, ...sent }
  const query = useCall('listOrders', asked, { keep: true, ...(!list.after && { every: whileSeen }) })
  const overview = useOverview(DAYS)
  const { after: _after, ...filters } = search
  const chosen = useChosen(query.data?.items ?? [], { ...filters, from, to })
  const none = query.data?.items.length === 0 && !query.data.next && Object.keys(sent).length === 0
  return (
    <Page
      title={words.title}
      lead={overview.data ? words.toPrepare(overview.data.to_prepare) : words.lead}
      actions={
        allows(store.role, 'manager') &&
        !none && (
          <Button
            component="a"
            href={urlOf(ROUTES.exportOrders, asked)}
            download
            variant="default"
            leftSection={<Icon name="download" size={18} />}
          >
            {words.export}
          </Button>
        )
      }
    >
      <NewOrders days={DAYS} />
      <Card flush>
        {!none && <OrderFilters />}
        <PagedTable
          query={query}
          counted={words.counted}
          empty={(next) => (none ? <NoOrders /> : <NothingFound next={next} />)}
          label={words.title}
          columns={columns(store.slug, list)}
          rowKey={({ id }) => id}
          opens
          choosing={{ chosen, nameOf: orderName }}
        />
      </Card>
      <ChosenOrders chosen={chosen} list={list} />
    </Page>
  )
}

function NoOrders() {
  const { store_id } = useStore()
  const settings = useCall('readSettings', { store: store_id }).data
  const mails = useMails() && settings?.new_order_mails
  return (
    <Empty
      picture="parcel"
      title={words.emptyTitle}
      sentence={mails ? `${words.empty} ${words.emptyMails}` : words.empty}
      action={
        <div className="inline">
          <ShareStore />
        </div>
      }
    />
  )
}

function OrderFilters() {
  const search = useSearch({ from: FROM })
  const filter = useFilters()
  return (
    <Filters>
      <SearchBox
        label={words.search}
        hint={words.searchHint}
        value={search.search ?? ''}
        onSearch={(text) => filter({ search: text })}
      />
      <NativeSelect
        className={styles.whole}
        aria-label={words.statusLabel}
        value={search.status ?? ''}
        onChange={(event) => filter({ status: event.currentTarget.value })}
        data={[
          { value: '', label: words.allStatuses },
          ...ORDER_FILTERS.map((value) => ({ value, label: words.filters[value] })),
        ]}
      />
      <DayInput label={words.from} value={search.from} onDay={(from) => filter({ from })} />
      <DayInput label={words.to} value={search.to} onDay={(to) => filter({ to })} />
    </Filters>
  )
}

/** While a year is typed, 2026 is 0002 first. */
const isWhole = (day: string) => day === '' || day >= '1900'

function DayInput({
  label,
  value = '',
  onDay,
}: {
  label: string
  value: string | undefined
  onDay: (day: string) => void
}) {
  const { typed, type } = useTyped(value, (day) => isWhole(day) && onDay(day))
  return (
    <div className={styles.day}>
      <label htmlFor={`day-${label}`}>{label}</label>
      <TextInput
        id={`day-${label}`}
        type="date"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </div>
  )
}

const columns = (store: string, list: object): Column<OrderLine>[] => [
  {
    key: 'order',
    head: words.columns.order,
    main: true,
    cell: (order) => (
      <span className="with-thumb">
        <Thumb src={order.product_image || null} />
        <Link
          to="/s/$store/orders/$order"
          params={{ store, order: order.id }}
          state={{ list }}
          className={rowLink}
        >
          {words.pieces(order.quantity, order.product_name)}
        </Link>
      </span>
    ),
  },
  {
    key: 'customer',
    head: words.columns.customer,
    cell: ({ customer_name }) => <span className="anywhere">{customer_name}</span>,
  },
  {
    key: 'status',
    head: words.columns.status,
    cell: ({ status, test }) => (
      <span className={badges}>
        <StatusBadge status={status} />
        {test && <TestBadge />}
      </span>
    ),
  },
  { key: 'placed', head: words.columns.placed, cell: ({ created_at }) => <Time at={created_at} /> },
  { key: 'amount', head: words.columns.amount, end: true, cell: ({ amount }) => money(amount) },
]
