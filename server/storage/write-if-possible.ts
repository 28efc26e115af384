import type { Queries } from './engine.ts'
import type { Soon } from './soon.ts'

/** Writes what a read can do without: it goes on where the database takes no writes just now. */
export async function writeIfPossible({ dialect }: Queries, write: () => Soon<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!dialect.isUnavailable(error)) throw error
  }
}
