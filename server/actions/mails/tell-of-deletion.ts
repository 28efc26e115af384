import { storeDeletedLetter } from '../../mails/seller-letters.ts'
import type { Queries } from '../../storage/engine.ts'
import type { World } from '../../world.ts'
import { tellSeller } from './tell-seller.ts'

/** To each owner, while they still are. It is the one letter about a store that leaves when the store is gone. */
export const tellOfDeletion = (tx: Queries, world: World, storeId: string, by: string): Promise<void> =>
  tellSeller(tx, world, storeId, {
    kind: 'store deleted',
    write: (store) => storeDeletedLetter(store, by),
  })
