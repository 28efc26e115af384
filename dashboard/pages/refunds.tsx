import { Button, SegmentedControl } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { REFUND_STATES, type RefundState, type RefundTask } from '#contract/dashboard/orders.ts'
import { call } from '../api.ts'
import { money } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { useFilters } from '../parts/filters.tsx'
import { Card, Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { PaymentProblems } from '../parts/payment-problems.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { useOverview } from '../parts/use-overview.ts'
import { useCall, useRefresh } from '../queries.ts'
import { useStore } from '../session.ts'
import { texts } from '../texts.ts'

const words = texts.orders

/** Money that arrived when nothing could be delivered: to be returned, then marked as returned. */
export function RefundsPage() {
  const { store_id } = useStore()
  const { state = 'due', after } = useSearch({ from: '/signed-in/s/$store/refunds' })
  const query = useCall('listRefunds', { store: store_id, state, ...(after && { after }) }, { keep: true })
  const due = useOverview(30).data?.refunds_due
  const refresh = useRefresh()
  const [asked, setAsked] = useState<RefundTask>()
  const finish = async () => {
    if (!asked) return
    await call('finishRefund', { store: store_id, payment: asked.payment_id })
    await refresh('listRefunds', 'overview', 'readDeletion')
  }
  return (
    <Page
      title={words.refundsTitle}
      lead={due && words.refundsLead(due.count, money(due.amount))}
      actions={<States state={state} />}
    >
      <Card flush>
        <Loaded query={query}>
          {({ items, next }) =>
            items.length === 0 ? (
              <NoRefunds state={state} />
            ) : (
              <>
                <DataTable
                  label={words.refundsTitle}
                  columns={columns(state, setAsked)}
                  rows={items}
                  rowKey={({ payment_id }) => payment_id}
                />
                <Pager next={next} />
              </>
            )
          }
        </Loaded>
      </Card>
      {state === 'due' && <p className="soft">{words.refundsNote}</p>}
      <PaymentProblems state={state} />
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={words.refundTitle(money(asked?.amount ?? 0))}
        action={words.refundDone}
        onConfirm={finish}
      >
        <p>{words.refundNote(asked?.customer_name ?? '')}</p>
      </Confirm>
    </Page>
  )
}

function States({ state }: { state: RefundState }) {
  const filter = useFilters()
  return (
    <SegmentedControl
      aria-label={words.refundState}
      value={state}
      onChange={(value) => filter({ state: value === 'due' ? undefined : value })}
      data={REFUND_STATES.map((value) => ({ value, label: words.refundStates[value] }))}
    />
  )
}

const NoRefunds = ({ state }: { state: RefundState }) =>
  state === 'due' ? (
    <Empty picture="ledger" title={words.refundsEmptyTitle} sentence={words.refundsEmpty} />
  ) : (
    <Empty picture="ledger" title={words.refundsNoneDone} sentence={words.refundsNoneDoneNote} />
  )

const columns = (state: RefundState, ask: (refund: RefundTask) => void): Column<RefundTask>[] => [
  {
    key: 'payment',
    head: words.refundColumns.payment,
    main: true,
    cell: ({ product_name, reason, reference }) => (
      <>
        <strong>{product_name}</strong>
        <span className="soft small block">{reason}</span>
        <span className="soft small block">{words.events.reference(reference)}</span>
      </>
    ),
  },
  {
    key: 'customer',
    head: words.refundColumns.customer,
    cell: ({ customer_name, customer_email }) => (
      <>
        {customer_name}
        <span className="soft small block">{customer_email}</span>
      </>
    ),
  },
  { key: 'when', head: words.refundColumns.when, cell: ({ created_at }) => <Time at={created_at} /> },
  { key: 'amount', head: words.refundColumns.amount, end: true, cell: ({ amount }) => money(amount) },
  state === 'done'
    ? {
        key: 'done',
        head: words.refundedOn,
        end: true,
        cell: ({ done_at }) => done_at && <Time at={done_at} />,
      }
    : {
        key: 'action',
        head: words.refundColumns.action,
        end: true,
        cell: (refund) => (
          <Button size="xs" variant="default" onClick={() => ask(refund)}>
            {words.refundDone}
          </Button>
        ),
      },
]
