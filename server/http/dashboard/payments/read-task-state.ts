import { wrongField } from '#contract/dashboard/errors.ts'
import { TASK_STATES, type TaskState } from '#contract/dashboard/payment-tasks.ts'

export function readTaskState(sent = 'due'): TaskState {
  const state = TASK_STATES.find((each) => each === sent)
  if (!state) throw wrongField('state', `state must be one of: ${TASK_STATES.join(', ')}`)
  return state
}
