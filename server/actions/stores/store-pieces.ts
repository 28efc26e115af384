import { deleteSomeOfStore, listDeletedStores } from '../../storage/stores/store-deletion.ts'
import type { World } from '../../world.ts'

/** What is left of deleted stores, each a transaction of its own. */
export async function storePieces({ db }: World): Promise<Array<() => Promise<boolean | undefined>>> {
  const deleted = await listDeletedStores(db)
  return deleted.map((id) => () => db.transaction((tx) => deleteSomeOfStore(tx, id)))
}
