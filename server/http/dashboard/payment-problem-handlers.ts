import { DashboardError } from '#contract/dashboard/errors.ts'
import { PROBLEMS_LISTED } from '#contract/dashboard/payment-problems.ts'
import { writeAudit } from '../../accounts/audited.ts'
import { isoTime, isoTimeOrNull } from '../../rules/iso-time.ts'
import { toRupees } from '../../rules/money.ts'
import { finishPaymentProblem, listPaymentProblems } from '../../storage/payment-problem-list.ts'
import type { Handlers } from './endpoint.ts'
import { readRefundState } from './refund-state.ts'

export const PAYMENT_PROBLEM_HANDLERS: Handlers<'listPaymentProblems' | 'finishPaymentProblem'> = {
  async listPaymentProblems({ world, input: { store, state } }) {
    const rows = await listPaymentProblems(world.db, store, readRefundState(state), PROBLEMS_LISTED)
    const items = rows.map(({ amount_paise, times: _, settled_at, ...problem }) => ({
      ...problem,
      amount: amount_paise === null ? null : toRupees(amount_paise),
      product_name: problem.product_name ?? '',
      customer_name: problem.customer_name ?? '',
      customer_email: problem.customer_email ?? '',
      created_at: isoTime(problem.created_at),
      done_at: isoTimeOrNull(problem.done_at ?? settled_at),
    }))
    return { items }
  },

  async finishPaymentProblem({ world, person, input: { store: storeId, ...named } }) {
    await world.db.transaction(async (tx) => {
      const finished = await finishPaymentProblem(tx, { storeId, ...named }, world.now())
      if (!finished) throw new DashboardError('not_found')
      const entry = {
        action: 'payment_problem.done',
        subject: named.reference,
        detail: named.reason,
      } as const
      await writeAudit(tx, world, storeId, person, entry)
    })
    return {}
  },
}
