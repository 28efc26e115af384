import { DashboardError } from '#contract/dashboard/errors.ts'
import type { PAYMENT_PROBLEM_ROUTES } from '#contract/dashboard/payment-problems.ts'
import { TASK_STATES } from '#contract/dashboard/payment-tasks.ts'
import { audited } from '../../../accounts/audited.ts'
import { finishPaymentProblem } from '../../../actions/payments/finish-payment-problem.ts'
import { isoTime, isoTimeOrNull } from '../../../rules/values/iso-time.ts'
import { toRupees } from '../../../rules/values/money.ts'
import { listPaymentProblems } from '../../../storage/payments/payment-problem-list.ts'
import type { Handlers } from '../endpoint.ts'
import { oneOf } from '../input/one-of.ts'
import { pageByAge } from '../lists/page.ts'

export const PAYMENT_PROBLEM_HANDLERS: Handlers<keyof typeof PAYMENT_PROBLEM_ROUTES> = {
  async listPaymentProblems({ world, input }) {
    const state = oneOf('state', TASK_STATES, input.state ?? 'due')
    const { items, next } = await pageByAge(
      input,
      (after, limit) => listPaymentProblems(world.db, input.store, state, after, limit),
      ({ last_at, payment_id }) => ({ at: last_at, id: payment_id }),
    )
    const problems = items.map(({ amount_paise, payment_id: _, last_at: __, settled_at, ...problem }) => ({
      ...problem,
      amount: toRupees(amount_paise),
      created_at: isoTime(problem.created_at),
      done_at: isoTimeOrNull(problem.done_at ?? settled_at),
    }))
    return { items: problems, next }
  },

  async finishPaymentProblem({ world, person, input: { store: storeId, ...named } }) {
    const note = audited(world, storeId, person, () => ({
      action: 'payment_problem.done',
      subject: named.reference,
      detail: named.reason,
    }))
    const finished = await finishPaymentProblem(world, { store_id: storeId, ...named }, note)
    if (!finished) throw new DashboardError('not_found')
    return {}
  },
}
