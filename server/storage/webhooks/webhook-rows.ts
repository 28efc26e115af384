import type { DeliveryState } from '#contract/dashboard/webhooks.ts'
import type { Flag } from '../flag.ts'
import type { DeliveryLane } from './delivery-lane.ts'

export interface EventRow {
  store_id: string
  sequence: number
  id: string
  kind: string
  payload: string
  created_at: number
  /** The trace that it belongs to, where requests are traced. */
  traceparent: string | null
}

export interface WebhookRow {
  store_id: string
  id: string
  url: string
  enabled: Flag
  created_at: number
  /** Sealed by the vault, as is the previous one. */
  secret: string
  previous_secret: string | null
  previous_secret_until: number | null
  /** The secrets before that one, some of which may still sign: a JSON list. */
  older_secrets: string
  /** When it first failed since the last success. */
  failing_since: number | null
  /** The store's last event when the URL was last switched on: it gets every event after that. */
  since_sequence: number
  disabled_at: number | null
  disabled_reason: string | null
  /** The URL is off or removed, and not all of its deliveries are given up yet. */
  giving_up: Flag
}

/** A replay of which not all events are queued yet. */
export interface ReplayRow {
  store_id: string
  webhook_id: string
  /** The last event that was looked at. */
  reached_at: number
  reached_sequence: number
  to_at: number
  undelivered: Flag
  /** When the next event of the replay is to be sent. */
  due_at: number
  step_ms: number
}

export interface DeliveryRow {
  store_id: string
  webhook_id: string
  sequence: number
  status: DeliveryState
  /** How many attempts there were since it was last queued. */
  attempts: number
  due_at: number
  created_at: number
  lane: DeliveryLane
  /** How many pauses of the retry schedule are over. */
  step: number
  /** When the schedule has the next attempt, if the receiver asked for an earlier one. */
  planned_at: number | null
  last_attempt_at: number | null
  /** The status of the last answer, or why there was none. */
  last_result: string | null
}

export interface DeliveryAttemptRow {
  store_id: string
  webhook_id: string
  sequence: number
  id: string
  at: number
  duration_ms: number
  status: number | null
  failure: string | null
  answer: string | null
}
