import { addAbortListener } from 'node:events'

/** What a store answers, for which a program that is to stop does not wait: one that fell silent takes a minute. */
export async function unlessStopped<T>(stopping: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  if (!stopping) return ask()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  using _listening = addAbortListener(stopping, () => reject(stopping.reason))
  return await Promise.race([ask(), stopped])
}
