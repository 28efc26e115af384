import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RefundState } from '#contract/dashboard/orders.ts'
import { type PaymentProblem, PROBLEMS_LISTED } from '#contract/dashboard/payment-problems.ts'
import { call } from '../api.ts'
import { money } from '../format.ts'
import { useCall, useRefresh } from '../queries.ts'
import { useStore } from '../session.ts'
import { texts } from '../texts.ts'
import { type Column, DataTable } from './data-table.tsx'
import { Confirm } from './dialog.tsx'
import { Card } from './page.tsx'
import { Time } from './time.tsx'

const words = texts.orders.problems

/** Payments of which nobody could say whether money arrived. There are hardly ever any, so an empty list is left out. */
export function PaymentProblems({ state }: { state: RefundState }) {
  const { store_id: store } = useStore()
  const items = useCall('listPaymentProblems', { store, state }).data?.items ?? []
  const refresh = useRefresh()
  const [asked, setAsked] = useState<PaymentProblem>()
  const finish = async () => {
    if (!asked) return
    const { gateway, reference, reason } = asked
    await call('finishPaymentProblem', { store, gateway, reference, reason })
    await refresh('listPaymentProblems', 'overview', 'readDeletion')
  }
  if (items.length === 0) return null
  return (
    <Card title={words.title[state]} note={state === 'due' && words.note}>
      <DataTable
        label={words.title[state]}
        columns={columns(state, setAsked)}
        rows={items}
        rowKey={({ gateway, reference, reason }) => `${gateway} ${reference} ${reason}`}
      />
      {items.length === PROBLEMS_LISTED && <p className="soft small">{words.newest(PROBLEMS_LISTED)}</p>}
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={words.doneTitle}
        action={words.done}
        onConfirm={finish}
      >
        <p>{words.doneNote(asked?.reference ?? '')}</p>
      </Confirm>
    </Card>
  )
}

const columns = (state: RefundState, ask: (problem: PaymentProblem) => void): Column<PaymentProblem>[] => [
  {
    key: 'payment',
    head: words.columns.payment,
    main: true,
    cell: ({ product_name, reason, reference }) => (
      <>
        <strong>{product_name || words.unknown}</strong>
        <span className="soft small block">{reason}</span>
        <span className="soft small block">{texts.orders.events.reference(reference)}</span>
      </>
    ),
  },
  {
    key: 'customer',
    head: words.columns.customer,
    cell: ({ customer_name, customer_email }) => (
      <>
        {customer_name}
        <span className="soft small block">{customer_email}</span>
      </>
    ),
  },
  { key: 'when', head: words.columns.when, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    key: 'amount',
    head: words.columns.amount,
    end: true,
    cell: ({ amount }) => amount !== null && money(amount),
  },
  state === 'done'
    ? {
        key: 'done',
        head: words.doneOn,
        end: true,
        cell: ({ done_at }) => done_at && <Time at={done_at} />,
      }
    : {
        key: 'action',
        head: words.columns.action,
        end: true,
        cell: (problem) => (
          <Button size="xs" variant="default" onClick={() => ask(problem)}>
            {words.done}
          </Button>
        ),
      },
]
