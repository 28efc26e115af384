import { wrongField } from '#contract/dashboard/errors.ts'
import { REFUND_STATES, type RefundState } from '#contract/dashboard/refunds.ts'

export function readRefundState(sent = 'due'): RefundState {
  const state = REFUND_STATES.find((each) => each === sent)
  if (!state) throw wrongField('state', `state must be one of: ${REFUND_STATES.join(', ')}`)
  return state
}
