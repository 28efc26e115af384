import { Button } from '@mantine/core'
import type { PaymentTask, TaskState } from '#contract/dashboard/payment-tasks.ts'
import type { RefundTask } from '#contract/dashboard/refunds.ts'
import { money } from '../../format.ts'
import { TextLink } from '../../parts/links.tsx'
import type { Column } from '../../parts/lists/data-table.tsx'
import { Dated } from '../../parts/time.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

/** Shown where the customer's details were erased. */
const NOBODY = '–'

interface Words {
  columns: Record<'payment' | 'customer' | 'when' | 'amount' | 'action', string>
  done: string
  doneOn: string
}

const OrderLink = ({ order, name }: { order: string; name: string }) => (
  <TextLink to="/s/$store/orders/$order" params={{ store: useStore().slug, order }}>
    <strong>{name}</strong>
  </TextLink>
)

export const paymentTaskColumns = <
  Task extends PaymentTask & Partial<Pick<RefundTask, 'order_id' | 'order_number'>>,
>(
  words: Words,
  state: TaskState,
  ask: (task: Task) => void,
): Column<Task>[] => [
  {
    key: 'payment',
    head: words.columns.payment,
    main: true,
    cell: ({ order_id, order_number, product_name, reason, reference }) => (
      <>
        {order_id ? <OrderLink order={order_id} name={product_name} /> : <strong>{product_name}</strong>}
        {order_number && <span className="soft small block">{texts.orders.orderTitle(order_number)}</span>}
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
        {customer_name || NOBODY}
        <span className="soft small block">{customer_email}</span>
      </>
    ),
  },
  {
    key: 'when',
    head: words.columns.when,
    cell: ({ created_at }) => <Dated name={words.columns.when} at={created_at} />,
  },
  { key: 'amount', head: words.columns.amount, end: true, cell: ({ amount }) => money(amount) },
  state === 'done'
    ? {
        key: 'done',
        head: words.doneOn,
        end: true,
        cell: ({ done_at }) => done_at && <Dated name={words.doneOn} at={done_at} />,
      }
    : {
        key: 'action',
        head: words.columns.action,
        end: true,
        cell: (task) =>
          !task.done_at && (
            <Button size="xs" variant="default" onClick={() => ask(task)}>
              {words.done}
            </Button>
          ),
      },
]
