import { refuse } from '#contract/errors.ts'
import { keepCategoriesByName } from '../storage/categories.ts'
import type { Queries } from '../storage/engine.ts'

/** The ids of the named categories, each once; refuses with the names that the store does not have. */
export async function categoryIds(tx: Queries, storeId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const asked = [...new Set(names)]
  const found = new Map((await keepCategoriesByName(tx, storeId, asked)).map(({ name, id }) => [name, id]))
  const invalid = asked.filter((name) => !found.has(name))
  if (invalid.length > 0) throw refuse('unknown_categories', undefined, { invalid })
  return asked.map((name) => found.get(name)!)
}
