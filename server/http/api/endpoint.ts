import type { Operation } from '#contract/operations.ts'
import type { Once } from '../../actions/once.ts'
import type { Gate } from '../../limits/gate.ts'
import type { KeyUses } from '../../limits/key-uses.ts'
import type { Queries } from '../../storage/engine.ts'
import type { MaybePromise } from '../../storage/maybe-promise.ts'
import type { World } from '../../world.ts'
import type { BodyReader } from '../bodies/body-reader.ts'
import type { Turns } from './turns.ts'

export interface Call {
  world: World
  storeId: string
  /** The `:id` of the path, as it was sent. */
  id: string
  query: Readonly<Record<string, unknown>>
  /** The known fields of the body; empty where the endpoint takes none. */
  body: Record<string, unknown>
  once: Once | undefined
}

export interface Answer {
  status: 200 | 201
  json: string
  /** The answer of an earlier request with the same Idempotency-Key. */
  replayed?: boolean
}

export interface Endpoint<Found = unknown> {
  operation: Operation
  body?: { limitBytes: number; fields: readonly string[] }
  /** Takes an Idempotency-Key. */
  idempotent?: boolean
  /**
   * Finds what the work begins with by the hash of the key, while the key itself is still being checked: so neither
   * waits for the other's round trip. A key never passes to another store, so it finds no other store's row.
   */
  findByKey?(db: Queries, keyHash: string, id: string): MaybePromise<Found | undefined>
  /** `found` is undefined where `findByKey` was not needed or found nothing. */
  handle(call: Call, found: Found | undefined): MaybePromise<Answer>
}

export interface ApiDoor {
  world: World
  gate: Gate
  keyUses: KeyUses
  bodies: BodyReader
  turns: Turns
}
