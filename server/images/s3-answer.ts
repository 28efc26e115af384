import { fetchReason } from '../rules/network/fetch-reason.ts'
import { ImageStoreRefuses, ImageStoreUnavailable } from './image-store.ts'

/** A bucket's answer without a file. `code` is S3's name for the reason of a refusal. */
export type S3Answer = { status: number; ok: boolean; code: string }

/** From stores that know no conditional put; some ignore the condition without a word. */
export const NOT_IMPLEMENTED = 501
/** The code is at the beginning of a refusal, which is short unless another server wrote it. */
const MOST_REFUSAL_BYTES = 16_384

/** Reads or cancels the whole body. */
export async function answerOf({ status, ok, body }: Response): Promise<S3Answer> {
  if (!ok && body) return { status, ok, code: element(await orUnavailable(beginningOf(body)), 'Code') }
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

/** A request or a body that breaks off or times out means that the store could not be reached. */
export async function orUnavailable<T>(coming: Promise<T>): Promise<T> {
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

/** Suffices for what we wrote ourselves: our names contain nothing that XML escapes, and tokens only `&amp;`. */
export function element(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

export function expectDone(answer: S3Answer, what: string): void {
  if (!answer.ok) throw refusal(answer, what)
}

export function refusal(answer: S3Answer, what: string): Error {
  const text = `The image store refused to ${what}: ${answer.status} ${answer.code}`.trimEnd()
  return isOverloaded(answer) ? new ImageStoreUnavailable(text) : new ImageStoreRefuses(text)
}
