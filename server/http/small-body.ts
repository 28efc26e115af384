import type { IncomingMessage } from 'node:http'
import { ApiError } from '#contract/errors.ts'
import { ByteBudget } from './byte-budget.ts'
import { receive, SMALL_BYTES } from './receive.ts'

const MOST_BYTES = 64 * 1024
const IDLE_MS = 15_000

/** Bodies this small are not counted. */
const budget = new ByteBudget(SMALL_BYTES)

/** A small body as it came, byte for byte. */
export async function readSmallBody(request: IncomingMessage): Promise<Buffer> {
  const received = await receive(request, MOST_BYTES, budget, IDLE_MS)
  if ('refusal' in received) throw new ApiError(received.refusal)
  received.release()
  return received.bytes
}

/** The fields of a small form without files; of a repeated field, the last. */
export async function readSmallForm(request: IncomingMessage): Promise<Record<string, string>> {
  const body = await readSmallBody(request)
  return Object.fromEntries(new URLSearchParams(body.toString()))
}
