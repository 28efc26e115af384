import { fetchReason } from '../rules/network/fetch-reason.ts'
import { ImageStoreUnavailable } from './image-store.ts'

/** What a bucket says beside its files. The code is its own name for why it refuses. */
export type S3Answer = { status: number; ok: boolean; code: string }

/** Of stores that know no condition; others do not even say so. */
export const NOT_IMPLEMENTED = 501
/** The code stands at the beginning of a refusal, which is short unless somebody else wrote it. */
const MOST_REFUSAL_BYTES = 16_384

/** Leaves nothing of the response to be read. */
export async function answerOf({ status, ok, body }: Response): Promise<S3Answer> {
  if (!ok && body) return { status, ok, code: element(await heard(beginningOf(body)), 'Code') }
  await body?.cancel()
  return { status, ok, code: '' }
}

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_REFUSAL_BYTES) break
  }
  return Buffer.concat(chunks).toString()
}

/** A request or a body that breaks off, or whose time is over, is a fault of the way there. */
export async function heard<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming
  } catch (error) {
    if (error instanceof ImageStoreUnavailable) throw error
    throw new ImageStoreUnavailable(`The image store cannot be reached: ${fetchReason(error)}`, {
      cause: error,
    })
  }
}

export const isOverloaded = ({ status }: { status: number }): boolean =>
  (status >= 500 && status !== NOT_IMPLEMENTED) || status === 429

/** Enough for what we wrote ourselves: our names hold nothing that XML would escape, and tokens only `&amp;`. */
export function element(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

export function expectDone(answer: S3Answer, what: string): void {
  if (!answer.ok) throw refusal(answer, what)
}

export function refusal(answer: S3Answer, what: string): Error {
  const text = `The image store refused to ${what}: ${answer.status} ${answer.code}`.trimEnd()
  return isOverloaded(answer) ? new ImageStoreUnavailable(text) : new Error(text)
}
