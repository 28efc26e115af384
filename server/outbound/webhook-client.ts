import type { Network } from '../rules/network/public-address.ts'
import type { Failure } from './failure.ts'

export interface Posting {
  url: string
  headers: Record<string, string>
  body: string
}

export type Result = { durationMs: number } & (
  | { status: number; answer: string; retryAfter: string | undefined; location?: string | undefined }
  | { failure: Failure }
)

/** What was seen on the way, to explain a failure. */
export interface Seen {
  addresses?: string[]
  connectedTo?: string
  certificate?: { issuer: string; lastDay: string }
}

/** The door to sellers' servers. */
export interface WebhookClient extends Disposable {
  readonly allowedNetworks: readonly Network[]
  post(posting: Posting): Promise<Result>
  /** As `post`, on a connection of its own, and reports what it saw. */
  diagnose(posting: Posting): Promise<Result & { seen: Seen }>
}
