import { addAbortListener } from 'node:events'

/**
 * Asks an image store, but stops waiting when the program is told to stop: a silent store takes a minute to time out.
 */
export async function unlessStopped<T>(stopping: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  if (!stopping) return ask()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  using _listening = addAbortListener(stopping, () => reject(stopping.reason))
  return await Promise.race([ask(), stopped])
}
