import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { OrderLine } from '#contract/dashboard/orders.ts'
import { roleAllows } from '#contract/dashboard/route.ts'
import { ROUTES } from '#contract/dashboard.ts'
import { urlOf } from '../../api.ts'
import { money } from '../../format.ts'
import { ShareStore } from '../../parts/copying/share-link.tsx'
import { DownloadLink } from '../../parts/links.tsx'
import { type Column, rowLink } from '../../parts/lists/data-table.tsx'
import { PagedTable } from '../../parts/lists/paged-table.tsx'
import { useChosen } from '../../parts/lists/use-chosen.ts'
import { NewOrders } from '../../parts/new-orders.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Thumb } from '../../parts/product-bits.tsx'
import { isEmpty } from '../../parts/query-state.ts'
import { Empty, NothingFound } from '../../parts/states.tsx'
import { badges, StatusBadge, TestBadge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useOverview } from '../../parts/use-overview.ts'
import { useCall, whileSeen } from '../../queries.ts'
import { useSendsMails, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { customerName } from './customer-name.ts'
import { ChosenOrders } from './many/chosen-orders.tsx'
import { OrderFilters } from './order-filters.tsx'
import { orderName } from './order-name.ts'

const words = texts.orders
const DAYS = 30

/** Converts a day in the viewer's time zone to the API's moments; `plusDays` makes the last day inclusive. */
const startOf = (day: string | undefined, plusDays = 0) => {
  if (!day) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = new Date(year, month - 1, date + plusDays)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

export function OrdersPage() {
  const store = useStore()
  const list = useSearch({ from: '/signed-in/s/$store/orders' })
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
  const columns = useMemo(() => orderColumns(store.slug, list), [store.slug, list])
  const none = isEmpty(query) && Object.keys(sent).length === 0
  const hint = from && to && from > to ? words.datesTurned : undefined
  return (
    <Page
      title={words.title}
      lead={overview.data ? words.toPrepare(overview.data.to_prepare) : words.lead}
      actions={
        roleAllows(store.role, 'manager') &&
        !none && <DownloadLink href={urlOf(ROUTES.exportOrders, asked)}>{words.export}</DownloadLink>
      }
    >
      <NewOrders days={DAYS} />
      <Card flush>
        {!none && <OrderFilters />}
        <PagedTable
          query={query}
          counted={words.counted}
          empty={(next) => (none ? <NoOrders /> : <NothingFound next={next} hint={hint} />)}
          label={words.title}
          columns={columns}
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
  const mails = useSendsMails() && settings?.new_order_mails
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

const orderColumns = (store: string, list: object): Column<OrderLine>[] => [
  {
    key: 'order',
    head: words.columns.order,
    main: true,
    cell: (order) => (
      <span className="with-thumb">
        <Thumb src={order.product_image || null} />
        <span>
          <Link
            to="/s/$store/orders/$order"
            params={{ store, order: order.id }}
            state={{ list }}
            className={rowLink}
          >
            {words.pieces(order.quantity, order.product_name)}
          </Link>
          <span className="soft small block">{words.number(order.number)}</span>
        </span>
        {order.test && (
          <span className="phone-only">
            <TestBadge />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'customer',
    head: words.columns.customer,
    cell: ({ customer_name: name, customer_email: email }) => (
      <span className="anywhere">{customerName({ name, email })}</span>
    ),
  },
  { key: 'placed', head: words.columns.placed, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    key: 'status',
    head: words.columns.status,
    foot: true,
    cell: ({ status, test }) => (
      <span className={badges}>
        <StatusBadge status={status} />
        {test && (
          <span className="laptop-only">
            <TestBadge />
          </span>
        )}
      </span>
    ),
  },
  { key: 'amount', head: words.columns.amount, end: true, cell: ({ amount }) => money(amount) },
]
