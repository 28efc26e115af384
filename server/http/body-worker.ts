import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { type ParsedBody, parseBody } from './parse-body.ts'

export type BodyJob = { bytes: Uint8Array; fields: readonly string[] }
export type BodyDone = { parsed: ParsedBody; sha256: string }

parentPort?.on('message', async ({ bytes, fields }: BodyJob) => {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parsed = await parseBody(whole, fields)
  const done: BodyDone = { parsed, sha256: hash('sha256', whole) }
  parentPort?.postMessage(done, buffersOf(parsed))
})

function buffersOf(parsed: ParsedBody): ArrayBuffer[] {
  if ('refusal' in parsed) return []
  const { primary_image, images } = parsed.images
  const values = primary_image ? [primary_image, ...images] : images
  return values.flatMap((value) => ('upload' in value ? [value.upload.bytes.buffer as ArrayBuffer] : []))
}
