import { noSuchStore } from '../actions/refused.ts'
import { findStore } from '../storage/stores/stores.ts'
import { idOf } from './arguments.ts'
import type { Invocation } from './command.ts'

/**
 * The id in the option `--store`, if the store exists. For commands that only read; others check under the store's
 * lock.
 */
export async function knownStore({
  world,
  required,
}: Pick<Invocation, 'world' | 'required'>): Promise<string> {
  const storeId = idOf(required('store'))
  if (!(await findStore(world.db, storeId))) throw noSuchStore()
  return storeId
}
