import { refuse } from '#contract/errors.ts'
import { shareCategoriesByName } from '../../storage/categories/categories.ts'
import type { Queries } from '../../storage/engine.ts'

interface Found {
  ids: string[]
  /** The names that the store does not have. */
  invalid: string[]
}

/** The named categories, each once, locked against renaming and deletion until the transaction ends. */
export async function shareCategories(
  tx: Queries,
  storeId: string,
  names: readonly string[],
): Promise<Found> {
  if (names.length === 0) return { ids: [], invalid: [] }
  const asked = [...new Set(names)]
  const found = new Map((await shareCategoriesByName(tx, storeId, asked)).map(({ name, id }) => [name, id]))
  return {
    ids: asked.flatMap((name) => found.get(name) ?? []),
    invalid: asked.filter((name) => !found.has(name)),
  }
}

export function allFound({ ids, invalid }: Found): string[] {
  if (invalid.length > 0) throw refuse('unknown_categories', undefined, { invalid })
  return ids
}
