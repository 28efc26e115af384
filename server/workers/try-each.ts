import type { Logger } from 'pino'

/**
 * Does the work for all items concurrently and waits for all. A failure is logged and does not stop the others. Returns
 * each result, undefined for a failure.
 */
export const tryEach = <T, R>(
  log: Logger,
  sentence: string,
  items: readonly T[],
  nameOf: (item: T) => object,
  work: (item: T) => Promise<R>,
): Promise<(R | undefined)[]> =>
  Promise.all(
    items.map(async (item) => {
      try {
        return await work(item)
      } catch (error) {
        log.warn({ err: error, ...nameOf(item) }, sentence)
        return undefined
      }
    }),
  )
