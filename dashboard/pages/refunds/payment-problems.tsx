import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { PaymentProblem } from '#contract/dashboard/payment-problems.ts'
import type { TaskState } from '#contract/dashboard/payment-tasks.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { PagerButtons } from '../../parts/lists/pager.tsx'
import { Card } from '../../parts/page.tsx'
import { useCall, useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { paymentTaskColumns } from './payment-task-columns.tsx'

const words = texts.orders.problems

/** Payments of which nobody could say whether money arrived. There are hardly ever any, so an empty list is left out. */
export function PaymentProblems({ state }: { state: TaskState }) {
  const { store_id: store } = useStore()
  const [passed, setPassed] = useState<string[]>([])
  const after = passed.at(-1)
  const query = useCall('listPaymentProblems', { store, state, ...(after && { after }) }, { keep: true })
  const { items, next } = query.data ?? { items: [], next: null }
  const refresh = useRefresh()
  const [asked, setAsked] = useState<PaymentProblem>()
  const finish = async () => {
    if (!asked) return
    const { gateway, reference, reason } = asked
    await call('finishPaymentProblem', { store, gateway, reference, reason })
    notifications.show({ message: words.finished, color: 'green' })
    if (items.length === 1) setPassed(passed.slice(0, -1))
    await refresh('listPaymentProblems', 'overview', 'readDeletion')
  }
  if (items.length === 0 && !after) return null
  return (
    <Card flush title={words.title[state]} note={state === 'due' && words.note}>
      <DataTable
        label={words.title[state]}
        columns={paymentTaskColumns<PaymentProblem>(words, state, setAsked)}
        rows={items}
        rowKey={({ gateway, reference, reason }) => `${gateway} ${reference} ${reason}`}
      />
      <PagerButtons
        page={passed.length + 1}
        next={next}
        onFirst={() => setPassed([])}
        onPrevious={() => setPassed(passed.slice(0, -1))}
        onNext={(last) => setPassed([...passed, last])}
      />
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
