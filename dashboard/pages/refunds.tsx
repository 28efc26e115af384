import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RefundTask } from '#contract/dashboard/orders.ts'
import { call } from '../api.ts'
import { money } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { Card, Page } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Badge } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { useCall, useRefresh } from '../queries.ts'
import { useStore } from '../session.ts'
import { texts } from '../texts.ts'

const words = texts.orders

export function RefundsPage() {
  const { store_id } = useStore()
  const query = useCall('listRefunds', { store: store_id })
  const refresh = useRefresh()
  const [asked, setAsked] = useState<RefundTask>()
  const due = query.data?.refunds.filter(({ done_at }) => done_at === null).length ?? 0
  const finish = async () => {
    if (!asked) return
    await call('finishRefund', { store: store_id, payment: asked.payment_id })
    await refresh('listRefunds', 'overview')
  }
  return (
    <Page title={words.refundsTitle} lead={query.data && words.refundsLead(due)}>
      <Card flush>
        <Loaded query={query}>
          {({ refunds }) =>
            refunds.length === 0 ? (
              <Empty picture="ledger" title={words.refundsEmptyTitle} sentence={words.refundsEmpty} />
            ) : (
              <DataTable
                label={words.refundsTitle}
                columns={columns(setAsked)}
                rows={refunds}
                rowKey={({ payment_id }) => payment_id}
              />
            )
          }
        </Loaded>
      </Card>
      <p className="soft">{words.refundsNote}</p>
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

const columns = (ask: (refund: RefundTask) => void): Column<RefundTask>[] => [
  {
    key: 'payment',
    head: words.refundColumns.payment,
    main: true,
    cell: ({ product_name, reason }) => (
      <>
        <strong>{product_name}</strong>
        <span className="soft small block">{reason}</span>
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
  {
    key: 'action',
    head: words.refundColumns.action,
    end: true,
    cell: (refund) =>
      refund.done_at ? (
        <Badge tone="good">{words.refunded}</Badge>
      ) : (
        <Button size="xs" variant="default" onClick={() => ask(refund)}>
          {words.refundDone}
        </Button>
      ),
  },
]
