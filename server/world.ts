import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { ImageStore } from './images/image-store.ts'
import type { WebhookClient } from './outbound/webhook-client.ts'
import type { Engine } from './storage/engine.ts'
import type { Signals } from './storage/signals.ts'
import type { Vault } from './vault.ts'

/** Where Razorpay is: elsewhere only in tests. */
interface RazorpayAddresses {
  readonly apiUrl: string
  readonly scriptUrl: string
}

/** What the outside gives us. Everything that acts receives it; nothing reaches around it. */
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
  /** The trace of the running request, as W3C writes it; there only where requests are traced. */
  traceparent?(): string | undefined
  newId(): string
}
