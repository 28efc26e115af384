import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { type ParsedBody, parseBody } from './parse-body.ts'
import { stepBack } from './step-back.ts'

export type BodyJob = { memory: SharedArrayBuffer; size: number; fields: readonly string[]; whose: string }
export type BodyDone = { parsed: ParsedBody; sha256: string }

// Worth having and not needed: a system that hides its threads does without.
await stepBack().catch(() => {})

parentPort?.on('message', async ({ memory, size, fields, whose }: BodyJob) => {
  const bytes = Buffer.from(memory, 0, size)
  // Before the uploads are decoded, each into the place where its text stood.
  const sha256 = hash('sha256', bytes)
  const done: BodyDone = { parsed: await parseBody(bytes, fields, whose), sha256 }
  parentPort?.postMessage(done, ownBuffersOf(done.parsed))
})

/** Images that were encoded anew have memory of their own, which is handed over. */
function ownBuffersOf(parsed: ParsedBody): ArrayBuffer[] {
  if ('refusal' in parsed) return []
  const { primary_image, images } = parsed.images
  const values = primary_image ? [primary_image, ...images] : images
  return values.flatMap((value) =>
    'upload' in value && value.upload.bytes.buffer instanceof ArrayBuffer ? [value.upload.bytes.buffer] : [],
  )
}
