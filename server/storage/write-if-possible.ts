import type { Queries } from './engine.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** For writes that a read can do without: passes over a database that takes no writes at the moment. */
export async function writeIfPossible(
  { dialect }: Queries,
  write: () => MaybePromise<unknown>,
): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!dialect.isUnavailable(error)) throw error
  }
}
