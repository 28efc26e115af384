import type { Logger } from 'pino'

/**
 * Does the work for each, all at once, and waits for all: one that fails is logged and holds up no other. What each
 * work gave, undefined for those that failed.
 */
export const eachAlone = <T, R>(
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
