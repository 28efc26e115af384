import { diagnoseWebhook, type Step } from '../../actions/webhooks/diagnose-webhook.ts'
import { sendTestEvent } from '../../actions/webhooks/send-test-event.ts'
import { isSuccess } from '../../rules/webhooks/is-success.ts'
import type { DeliveryAttemptRow } from '../../storage/webhooks/webhook-rows.ts'
import type { OpenedCommand } from '../command.ts'
import { printable } from '../printable.ts'
import { chosenWebhook, ONE_WEBHOOK } from './webhook.ts'

export const webhookTest: OpenedCommand = {
  name: 'webhook test',
  summary: 'Sends a signed test event to a webhook URL now.',
  ...ONE_WEBHOOK,
  async run(invocation) {
    const { attempt } = await sendTestEvent(invocation.world, chosenWebhook(invocation))
    const { status, failure, answer, duration_ms } = attempt
    return {
      json: { status, failure, answer, duration_ms },
      text: printable([became({ status, failure, duration_ms }), answer].filter(Boolean).join('\n')),
      failed: !isSuccess(status),
    }
  },
}

function became({
  status,
  failure,
  duration_ms,
}: Pick<DeliveryAttemptRow, 'status' | 'failure' | 'duration_ms'>): string {
  if (status === null) return `No answer came to the test event. ${failure}\n${NEXT}`
  const answered = `The URL answered ${status} in ${duration_ms} ms`
  return isSuccess(status) ? answered : `${answered}: only 2xx counts as received\n${NEXT}`
}

const NEXT = '"haat webhook doctor" says what to fix'

export const webhookDoctor: OpenedCommand = {
  name: 'webhook doctor',
  summary: 'Tests each step of a delivery and says what to fix.',
  ...ONE_WEBHOOK,
  async run(invocation) {
    const diagnosis = await diagnoseWebhook(invocation.world, chosenWebhook(invocation))
    return {
      json: diagnosis,
      text: printable([diagnosis.url, ...diagnosis.steps.map(line), diagnosis.advice].join('\n')),
      failed: !diagnosis.healthy,
    }
  },
}

function line({ name, ok, detail }: Step): string {
  const mark = ok === undefined ? ' ' : ok ? '✓' : '✗'
  return `${mark} ${name.padEnd(12)}${detail}`
}
