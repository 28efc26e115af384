import { SegmentedControl } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { TASK_STATES, type TaskState } from '#contract/dashboard/payment-tasks.ts'
import type { RefundTask } from '#contract/dashboard/refunds.ts'
import { call } from '../../api.ts'
import { money } from '../../format.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { useFilters } from '../../parts/lists/filters.tsx'
import { PagedTable } from '../../parts/lists/paged-table.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Empty } from '../../parts/states.tsx'
import { useDeed } from '../../parts/use-deed.ts'
import { useOverview } from '../../parts/use-overview.ts'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { PaymentProblems } from './payment-problems.tsx'
import { paymentTaskColumns } from './payment-task-columns.tsx'

const words = texts.orders
const REFUND_WORDS = { columns: words.refundColumns, done: words.refundDone, doneOn: words.refundedOn }

/** Money for which nothing is delivered: to be returned, then marked as returned. */
export function RefundsPage() {
  const { store_id } = useStore()
  const { state = 'due', after } = useSearch({ from: '/signed-in/s/$store/refunds' })
  const query = useCall('listRefunds', { store: store_id, state, ...(after && { after }) }, { keep: true })
  const overview = useOverview(30)
  const due = overview.data?.refunds_due
  const mark = useDeed('listRefunds', 'overview', 'readDeletion')
  const [asked, setAsked] = useState<RefundTask>()
  const finish = async () => {
    if (!asked) return
    await mark(call('finishRefund', { store: store_id, payment: asked.payment_id }), {
      done: words.refunded,
      late: words.markedAlready,
    })
  }
  return (
    <Page
      title={words.refundsTitle}
      lead={due && words.refundsLead(due.count, money(due.amount))}
      actions={<States state={state} />}
    >
      <Card flush>
        <PagedTable
          query={query}
          counted={words.refundsCounted}
          empty={() => !query.isPlaceholderData && <NoRefunds state={state} />}
          label={words.refundsTitle}
          columns={paymentTaskColumns<RefundTask>(REFUND_WORDS, state, setAsked)}
          rowKey={({ payment_id }) => payment_id}
        />
      </Card>
      {state === 'due' && due && due.count > 0 && <p className="soft">{words.refundsNote}</p>}
      <PaymentProblems key={state} state={state} isPlaced={!query.isPending && !overview.isPending} />
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

function States({ state }: { state: TaskState }) {
  const filter = useFilters()
  return (
    <SegmentedControl
      aria-label={words.refundState}
      value={state}
      onChange={(value) => filter({ state: value === 'due' ? undefined : value })}
      data={TASK_STATES.map((value) => ({ value, label: words.refundStates[value] }))}
    />
  )
}

const NoRefunds = ({ state }: { state: TaskState }) =>
  state === 'due' ? (
    <Empty picture="ledger" title={words.refundsEmptyTitle} sentence={words.refundsEmpty} />
  ) : (
    <Empty picture="ledger" title={words.refundsNoneDone} sentence={words.refundsNoneDoneNote} />
  )
