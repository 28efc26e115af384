import { DashboardError } from '#contract/dashboard/errors.ts'
import { TASK_STATES } from '#contract/dashboard/payment-tasks.ts'
import type { REFUND_ROUTES } from '#contract/dashboard/refunds.ts'
import { audited } from '../../../accounts/audited.ts'
import { finishRefund } from '../../../actions/payments/finish-refund.ts'
import { formatMoney } from '../../../rules/values/format-money.ts'
import { isoTime, isoTimeOrNull } from '../../../rules/values/iso-time.ts'
import { toRupees } from '../../../rules/values/money.ts'
import { listOrderNumbers } from '../../../storage/orders/order-numbers.ts'
import { listRefunds } from '../../../storage/payments/refund-list.ts'
import type { Handlers } from '../endpoint.ts'
import { oneOf } from '../input/one-of.ts'
import { pageByAge } from '../lists/page.ts'

export const REFUND_HANDLERS: Handlers<keyof typeof REFUND_ROUTES> = {
  async listRefunds({ world, input }) {
    const state = oneOf('state', TASK_STATES, input.state ?? 'due')
    const { items, next } = await pageByAge(
      input,
      (after, limit) => listRefunds(world.db, input.store, state, after, limit),
      ({ created_at, payment_id }) => ({ at: created_at, id: payment_id }),
    )
    const ids = items.flatMap(({ order_id }) => order_id ?? [])
    const numbers = await listOrderNumbers(world.db, input.store, ids)
    const refunds = items.map(({ amount_paise, ...task }) => ({
      ...task,
      order_number: task.order_id === null ? null : numbers.get(task.order_id)!,
      amount: toRupees(amount_paise),
      created_at: isoTime(task.created_at),
      done_at: isoTimeOrNull(task.done_at),
    }))
    return { items: refunds, next }
  },

  async finishRefund({ world, person, input: { store, payment } }) {
    const note = audited(world, store, person, ({ amountPaise }: { amountPaise: number }) => ({
      action: 'refund.done',
      subject: payment,
      detail: formatMoney(amountPaise),
    }))
    const finished = await finishRefund(world, { storeId: store, paymentId: payment }, note)
    if (!finished) throw new DashboardError('not_found')
    return {}
  },
}
