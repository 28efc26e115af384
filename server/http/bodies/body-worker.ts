import { parentPort } from 'node:worker_threads'
import { type ParsedBody, type ParseJob, parseAndHash } from './parse-body.ts'
import { stepBack } from './step-back.ts'

export type BodyJob = ParseJob & { memory: SharedArrayBuffer; size: number }

parentPort?.on('message', async ({ memory, size, ...job }: BodyJob) => {
  // Worth having and not needed: a system that hides its threads does without.
  await stepBack().catch(() => {})
  const done = await parseAndHash(Buffer.from(memory, 0, size), job)
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
