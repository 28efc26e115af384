import type { IncomingMessage } from 'node:http'
import { ApiError } from '#contract/errors.ts'
import { BodyMemory } from './body-memory.ts'
import { receive } from './receive.ts'

const MOST_BYTES = 64 * 1024

/** Bodies this small need no lent memory. */
const RECEPTION = { memory: new BodyMemory(0), whose: '', idleMs: 15_000 }

/** A small body as it came, byte for byte. */
export async function readSmallBody(request: IncomingMessage): Promise<Buffer> {
  const received = await receive(request, MOST_BYTES, RECEPTION)
  if ('bytes' in received) return received.bytes
  throw new ApiError('refusal' in received ? received.refusal : 'body_too_large')
}

/** The fields of a small form without files; of a repeated field, the last. */
export async function readSmallForm(request: IncomingMessage): Promise<Record<string, string>> {
  const body = await readSmallBody(request)
  return Object.fromEntries(new URLSearchParams(body.toString()))
}
