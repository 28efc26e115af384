import { parentPort } from 'node:worker_threads'
import { type ParsedBody, type ParseJob, parseAndHash } from './parse-body.ts'
import { stepBack } from './step-back.ts'

export type BodyJob = ParseJob & { memory: SharedArrayBuffer; size: number }

parentPort?.on('message', async ({ memory, size, ...job }: BodyJob) => {
  // Lowering the priority is optional: it fails on a system that hides /proc, and parsing works without it.
  await stepBack().catch(() => {})
  const done = await parseAndHash(Buffer.from(memory, 0, size), job)
  parentPort?.postMessage(done, ownBuffersOf(done.parsed))
})

/** Re-encoded images have an ArrayBuffer of their own, which is transferred instead of copied. */
function ownBuffersOf(parsed: ParsedBody): ArrayBuffer[] {
  if ('refusal' in parsed) return []
  const { primary_image, images } = parsed.images
  const values = primary_image ? [primary_image, ...images] : images
  return values.flatMap((value) =>
    'upload' in value && value.upload.bytes.buffer instanceof ArrayBuffer ? [value.upload.bytes.buffer] : [],
  )
}
