import { deleteSomeOfStore, listDeletedStores } from '../../storage/stores/store-deletion.ts'
import type { World } from '../../world.ts'

/** The remaining work on deleted stores, each piece a transaction of its own. */
export async function storePieces({ db }: World): Promise<Array<() => Promise<boolean | undefined>>> {
  const deleted = await listDeletedStores(db)
  return deleted.map((id) => () => db.transaction((tx) => deleteSomeOfStore(tx, id)))
}
