import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { ImageStore } from './images/image-store.ts'
import type { WebhookClient } from './outbound/webhook-client.ts'
import type { Engine } from './storage/engine.ts'
import type { Signals } from './storage/signals.ts'
import type { Vault } from './vault.ts'

/** The addresses of Razorpay, which differ only in tests. */
interface RazorpayAddresses {
  readonly apiUrl: string
  readonly scriptUrl: string
}

/** All doors to the outside. Every action receives them; nothing reaches the outside in another way. */
export interface World extends Clock {
  readonly db: Engine
  readonly images: ImageStore
  readonly vault: Vault
  readonly receivers: WebhookClient
  readonly signals: Signals
  readonly log: Logger
  /** Without a slash at its end. */
  readonly publicUrl: string
  /** The address that mails come from, with or without a name. */
  readonly mailFrom: string
  readonly razorpay: RazorpayAddresses
  /** The W3C `traceparent` of the running request; present only if requests are traced. */
  traceparent?(): string | undefined
  newId(): string
}
