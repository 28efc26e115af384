import { storeDeletedLetter } from '../../mails/seller-letters.ts'
import type { Queries } from '../../storage/engine.ts'
import type { World } from '../../world.ts'
import { tellSeller } from './tell-seller.ts'

/**
 * Writes to each owner before the store loses them. It is the only letter about a store that is sent after the store is
 * gone.
 */
export const tellOfDeletion = (tx: Queries, world: World, storeId: string, by: string): Promise<void> =>
  tellSeller(tx, world, storeId, {
    kind: 'store deleted',
    write: (store) => storeDeletedLetter(store, by),
  })
