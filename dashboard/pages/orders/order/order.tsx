import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { OrderView } from '#contract/dashboard/orders.ts'
import { roleAllows } from '#contract/dashboard/route.ts'
import { isErased } from '#contract/erased-customer.ts'
import { isFinal } from '#contract/order-status.ts'
import { CopyButton } from '../../../parts/copying/copy-button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Icon } from '../../../parts/icons.tsx'
import { OutsideLink } from '../../../parts/links.tsx'
import { Card, Page, useListSearch } from '../../../parts/page.tsx'
import { Loaded, LoadingRows } from '../../../parts/states.tsx'
import { StatusBadge, TestBadge } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { useCall } from '../../../queries.ts'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { Sender } from '../sender.tsx'
import styles from './order.module.css'
import { Bought } from './order-bought.tsx'
import { CustomerCard } from './order-customer.tsx'
import { EraseCustomer } from './order-erase.tsx'
import { Moves } from './order-moves.tsx'
import { Resend } from './order-resend.tsx'
import { Timeline } from './order-timeline.tsx'
import { Tracking } from './order-tracking.tsx'

const words = texts.orders

export function OrderPage() {
  const store = useStore()
  const { order: id = '' } = useParams({ strict: false })
  const query = useCall('readOrder', { store: store.store_id, order: id })
  const view = query.data
  return (
    <Page
      title={view ? words.orderTitle(view.number) : words.order}
      lead={
        view && (
          <span className="inline">
            <StatusBadge status={view.order.status} />
            {view.test && <TestBadge />}
            <Time at={view.order.created_at} />
          </span>
        )
      }
      back={{
        to: '/s/$store/orders',
        params: { store: store.slug },
        search: useListSearch(),
        label: words.back,
      }}
      actions={
        view && (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="print" size={18} />}
              onClick={() => window.print()}
            >
              {words.print}
            </Button>
            <OutsideLink href={view.customer_page}>{words.customerPage}</OutsideLink>
          </>
        )
      }
    >
      <Loaded
        query={query}
        shape={
          <Card>
            <LoadingRows />
          </Card>
        }
      >
        {(loaded) => <OrderBody key={loaded.order.id} view={loaded} />}
      </Loaded>
    </Page>
  )
}

/** Printed, it is the packing slip: sender, recipient and contents, but no price, since it may be a gift. */
function OrderBody({ view }: { view: OrderView }) {
  const store = useStore()
  const erased = isErased(view.order.customer.email)
  return (
    <div className={`two-thirds ${styles.body}`}>
      <div className="stack">
        <div className="on-paper">
          <Sender returnAddress={view.return_address} />
        </div>
        <div className="on-screen">
          <Moves view={view} />
        </div>
        <Bought view={view} />
      </div>
      <div className={`stack ${styles.beside}`}>
        <CustomerCard order={view.order} />
        <div className="stack on-screen">
          <Tracking key={view.order.tracking_url} view={view} />
          {view.mails.length > 0 && !erased && <Resend view={view} />}
          {isFinal(view.order.status) && !erased && roleAllows(store.role, 'owner') && (
            <EraseCustomer view={view} />
          )}
        </div>
      </div>
      <div className="on-screen">
        <Card title={words.timeline}>
          <div className="stack">
            <Timeline entries={view.timeline} />
            <Facts facts={[[words.id, <OrderId key="id" id={view.order.id} />]]} />
          </div>
        </Card>
      </div>
    </div>
  )
}

const OrderId = ({ id }: { id: string }) => (
  <span className="inline">
    <code className="anywhere">{id}</code>
    <CopyButton value={id} label={words.copyId} />
  </span>
)
