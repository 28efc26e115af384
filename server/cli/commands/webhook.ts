import { Refused } from '../../actions/refused.ts'
import { addWebhook } from '../../actions/webhooks/add-webhook.ts'
import { removeWebhook } from '../../actions/webhooks/remove-webhook.ts'
import { rotateWebhookSecret } from '../../actions/webhooks/rotate-webhook-secret.ts'
import { setWebhookEnabled } from '../../actions/webhooks/set-webhook-enabled.ts'
import { isoTime, isoTimeOrNull } from '../../rules/values/iso-time.ts'
import { PRIVATE_ADDRESS } from '../../rules/webhooks/webhook-url.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import { listWebhooks } from '../../storage/webhooks/webhooks.ts'
import { idOf } from '../arguments.ts'
import { type Invocation, type OpenedCommand, STORE_OPTION } from '../command.ts'
import { knownStore } from '../known-store.ts'

/** The arguments of a command about one webhook URL. */
export const ONE_WEBHOOK = { options: STORE_OPTION, words: ['WEBHOOK_ID'] }

export const chosenWebhook = ({ required, words: [webhookId = ''] }: Invocation) => ({
  storeId: idOf(required('store')),
  webhookId: idOf(webhookId),
})

/** Only for the operator at the machine; a seller in the dashboard cannot change settings. */
const REMEDY =
  'To try things out, "haat listen" posts events to your own machine; or set WEBHOOK_ALLOW_NETWORKS to loopback, or to the private network, for the service and for this command'

export const webhookAdd: OpenedCommand = {
  name: 'webhook add',
  summary: 'Adds a webhook URL to a store and shows the secret that signs what is sent to it.',
  options: STORE_OPTION,
  words: ['URL'],
  async run({ world, required, words: [url = ''] }) {
    const { webhook_id, secret } = await addWebhook(world, { storeId: idOf(required('store')), url }).catch(
      (error: Error) => {
        throw error.message === PRIVATE_ADDRESS ? new Refused(`${PRIVATE_ADDRESS}. ${REMEDY}`) : error
      },
    )
    return { json: { webhook_id, secret }, text: `Webhook  ${webhook_id}\nSecret   ${secret}` }
  },
}

export const webhookList: OpenedCommand = {
  name: 'webhook list',
  summary: 'Lists the webhook URLs of a store and their state.',
  options: STORE_OPTION,
  async run({ world, required }) {
    const rows = await listWebhooks(world.db, await knownStore({ world, required }))
    return {
      json: { webhooks: rows.map(shown) },
      text:
        rows.map((row) => `${row.id}  ${row.url}  ${state(row)}`).join('\n') ||
        'The store has no webhooks yet',
    }
  },
}

const shown = (row: WebhookRow) => ({
  webhook_id: row.id,
  url: row.url,
  enabled: row.enabled === 1,
  created_at: isoTime(row.created_at),
  failing_since: isoTimeOrNull(row.failing_since),
  disabled_at: isoTimeOrNull(row.disabled_at),
  disabled_reason: row.disabled_reason,
})

function state({ enabled, failing_since, disabled_reason }: WebhookRow): string {
  if (!enabled) return `off: ${disabled_reason}`
  return failing_since === null ? 'on' : `on, failing since ${isoTime(failing_since)}`
}

export const webhookRemove: OpenedCommand = {
  name: 'webhook remove',
  summary: 'Removes a webhook URL with its deliveries and their record.',
  ...ONE_WEBHOOK,
  async run(invocation) {
    const choice = chosenWebhook(invocation)
    await removeWebhook(invocation.world, choice)
    return { json: { removed: choice.webhookId }, text: `Removed the webhook ${choice.webhookId}` }
  },
}

export const webhookRotate: OpenedCommand = {
  name: 'webhook rotate',
  summary: 'Makes a new secret for a webhook URL. The old one keeps signing for 24 hours.',
  ...ONE_WEBHOOK,
  async run(invocation) {
    const { secret, previous_valid_until } = await rotateWebhookSecret(
      invocation.world,
      chosenWebhook(invocation),
    )
    const until = isoTime(previous_valid_until)
    return {
      json: { secret, previous_valid_until: until },
      text: `Secret  ${secret}\nThe old secret keeps signing until ${until}`,
    }
  },
}

const turn = (name: string, enabled: boolean, summary: string): OpenedCommand => ({
  name: `webhook ${name}`,
  summary,
  ...ONE_WEBHOOK,
  async run(invocation) {
    const choice = chosenWebhook(invocation)
    await setWebhookEnabled(invocation.world, { ...choice, enabled })
    return {
      json: { webhook_id: choice.webhookId, enabled },
      text: `The webhook is ${enabled ? 'on' : 'off'}`,
    }
  },
})

export const webhookEnable = turn('enable', true, 'Switches a webhook URL on again.')
export const webhookDisable = turn(
  'disable',
  false,
  'Switches a webhook URL off; its waiting deliveries fail.',
)
