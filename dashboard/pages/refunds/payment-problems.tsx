import { useState } from 'react'
import type { PaymentProblem } from '#contract/dashboard/payment-problems.ts'
import type { TaskState } from '#contract/dashboard/payment-tasks.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { PagerButtons } from '../../parts/lists/pager.tsx'
import { Card } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useDeed } from '../../parts/use-deed.ts'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { paymentTaskColumns } from './payment-task-columns.tsx'

const words = texts.orders.problems

interface Props {
  state: TaskState
  /** Whether everything above it is there: until then its buttons would move under a finger on its way. */
  isPlaced: boolean
}

/** Payments of which the service cannot tell whether money arrived. They are rare, so an empty list is not shown. */
export function PaymentProblems({ state, isPlaced }: Props) {
  const { store_id: store } = useStore()
  const [passed, setPassed] = useState<string[]>([])
  const after = passed.at(-1)
  const query = useCall('listPaymentProblems', { store, state, ...(after && { after }) }, { keep: true })
  const rows = query.data?.items.length
  const isShown = rows === undefined ? query.isError : rows > 0 || after !== undefined
  const mark = useDeed('listPaymentProblems', 'overview', 'readDeletion')
  const [asked, setAsked] = useState<PaymentProblem>()
  const finish = async () => {
    if (!asked) return
    const { gateway, reference, reason } = asked
    const told = { done: words.finished, late: texts.orders.markedAlready }
    await mark(call('finishPaymentProblem', { store, gateway, reference, reason }), told, () => {
      if ((rows ?? 0) <= 1) setPassed(passed.slice(0, -1))
    })
  }
  return (
    <>
      {isPlaced && isShown && (
        <Card flush title={words.title[state]} note={state === 'due' && words.note}>
          <Loaded query={query}>
            {({ items, next }) => (
              <>
                <DataTable
                  label={words.title[state]}
                  columns={paymentTaskColumns<PaymentProblem>(words, state, setAsked)}
                  rows={items}
                  rowKey={({ gateway, reference, reason }) => `${gateway} ${reference} ${reason}`}
                />
                <PagerButtons
                  page={passed.length + 1}
                  next={next}
                  isOld={query.isPlaceholderData}
                  onFirst={() => setPassed([])}
                  onPrevious={() => setPassed(passed.slice(0, -1))}
                  onNext={(last) => setPassed([...passed, last])}
                />
              </>
            )}
          </Loaded>
        </Card>
      )}
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={words.doneTitle}
        action={words.done}
        onConfirm={finish}
      >
        <p>{words.doneNote(asked?.reference ?? '')}</p>
      </Confirm>
    </>
  )
}
