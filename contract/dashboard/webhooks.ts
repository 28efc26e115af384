import { answers, type Done, type Page, type Route } from './route.ts'

export const MOST_WEBHOOKS = 5

export interface WebhookLine {
  id: string
  url: string
  enabled: boolean
  created_at: string
  /** The first failure since the last success; null while all is well. */
  failing_since: string | null
  disabled_at: string | null
  disabled_reason: string | null
  /** Until this time, deliveries are also signed with the secret from before the last rotation. */
  previous_secret_until: string | null
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export interface DeliveryLine {
  webhook_id: string
  sequence: number
  event_id: string
  kind: string
  status: DeliveryState
  attempts: number
  created_at: string
  /** When the next attempt is due; null unless it is pending. */
  due_at: string | null
  last_attempt_at: string | null
  last_result: string | null
}

export interface AttemptLine {
  id: string
  at: string
  /** The `webhook-timestamp` it carried. The signature covers it, the id and the body. */
  timestamp: number
  duration_ms: number
  ok: boolean
  /** The answer's HTTP status; null where there was none. */
  status: number | null
  /** Why there was no answer. */
  failure: string | null
  /** The beginning of the receiver's answer. */
  answer: string | null
}

/** The part of a request that all attempts share. Timestamps differ by attempt; signatures are not stored. */
export interface SentRequest {
  path: string
  headers: Record<string, string>
  /** The exact bytes that are signed and sent. */
  body: string
  /** The customer's details were erased. Earlier attempts still carried them; later ones send the body shown. */
  erased: boolean
}

interface DiagnosisView {
  url: string
  healthy: boolean
  /** `ok` is null for a step that was not reached. */
  steps: { name: 'resolve' | 'connect' | 'certificate' | 'answer'; ok: boolean | null; detail: string }[]
  advice: string
}

export const WEBHOOK_ROUTES = {
  listWebhooks: {
    method: 'GET',
    path: '/stores/:store/webhooks',
    access: 'manager',
    answer: answers<{ webhooks: WebhookLine[] }>(),
  },
  addWebhook: {
    method: 'POST',
    path: '/stores/:store/webhooks',
    access: 'manager',
    body: { url: 'string' },
    answer: answers<{ webhook_id: string; url: string; secret: string }>(),
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/stores/:store/webhooks/:webhook',
    access: 'manager',
    answer: answers<Done>(),
  },
  switchWebhook: {
    method: 'PUT',
    path: '/stores/:store/webhooks/:webhook',
    access: 'manager',
    body: { enabled: 'boolean' },
    answer: answers<Done>(),
  },
  revealWebhookSecret: {
    method: 'POST',
    path: '/stores/:store/webhooks/:webhook/secret',
    access: 'manager',
    body: {},
    answer: answers<{ secret: string }>(),
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/stores/:store/webhooks/:webhook/rotate',
    access: 'manager',
    body: {},
    answer: answers<{ secret: string; previous_valid_until: string }>(),
  },
  testWebhook: {
    method: 'POST',
    path: '/stores/:store/webhooks/:webhook/test',
    access: 'manager',
    body: {},
    answer: answers<{ attempt: AttemptLine; request: SentRequest }>(),
  },
  diagnoseWebhook: {
    method: 'POST',
    path: '/stores/:store/webhooks/:webhook/doctor',
    access: 'manager',
    body: {},
    answer: answers<DiagnosisView>(),
  },
  listDeliveries: {
    method: 'GET',
    path: '/stores/:store/deliveries',
    access: 'manager',
    /** `webhook`: its id. `status`: one of DELIVERY_STATES. Newest first. */
    query: { webhook: 'string?', status: 'string?', after: 'string?', limit: 'integer?' },
    answer: answers<Page<DeliveryLine>>(),
  },
  /**
   * What a delivery sends, and its attempts, newest first. Sequence 0 holds the attempts of test events; their bodies
   * differ and are not stored.
   */
  readDelivery: {
    method: 'GET',
    path: '/stores/:store/webhooks/:webhook/deliveries/:sequence',
    access: 'manager',
    answer: answers<{ request: SentRequest | null; attempts: AttemptLine[] }>(),
  },
  replayDelivery: {
    method: 'POST',
    path: '/stores/:store/webhooks/:webhook/deliveries/:sequence/replay',
    access: 'manager',
    body: {},
    answer: answers<Done>(),
  },
  /** Replays events with `from` <= time < `to`, in ISO 8601. With `count_only` it only counts them. */
  replayRange: {
    method: 'POST',
    path: '/stores/:store/webhooks/:webhook/replay',
    access: 'manager',
    body: {
      from: 'string',
      to: 'string',
      undelivered: 'boolean?',
      rate: 'integer?',
      count_only: 'boolean?',
    },
    answer: answers<{ events: number }>(),
  },
} as const satisfies Record<string, Route>
