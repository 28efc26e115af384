import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import { FORMER_ADDRESSES_MOST } from '#contract/dashboard/store.ts'
import type { Queries } from '../../storage/engine.ts'
import type { StoreRow } from '../../storage/schema.ts'
import {
  findFormerHolder,
  keepFormerAddress,
  listFormerAddresses,
  removeFormerAddress,
} from '../../storage/stores/former-addresses.ts'
import { findStoreBySlug, holdStore, updateStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'

export const slugTaken = () => wrongField('slug', 'This address belongs to another store')

const TOO_MANY = `${FORMER_ADDRESSES_MOST} former addresses lead here, the most that a store can keep. Let one go first.`

/**
 * Gives the store a new address and keeps the present one as a former address. The caller has locked the whole store.
 */
export async function changeAddress(
  tx: Queries,
  { now }: World,
  { id, slug: former }: StoreRow,
  slug: string,
) {
  if (await findStoreBySlug(tx, slug)) throw slugTaken()
  await updateStore(tx, id, { slug })
  // Checked after the update, when no other store can take the address: a store that gave it up a moment ago may have
  // kept it as a former one.
  const holder = await findFormerHolder(tx, slug)
  if (holder && holder !== id) throw slugTaken()
  if (holder) await removeFormerAddress(tx, id, slug)
  if ((await listFormerAddresses(tx, id)).length >= FORMER_ADDRESSES_MOST) throw wrongField('slug', TOO_MANY)
  await keepFormerAddress(tx, { store_id: id, slug: former, given_up_at: now() })
}

/** Gives up a former address: from now on it leads nowhere, and any store can take it. */
export async function letAddressGo(
  { db }: World,
  { storeId, slug }: { storeId: string; slug: string },
  note?: Note<string>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdStore(tx, storeId)
    if (!(await removeFormerAddress(tx, storeId, slug))) throw new DashboardError('not_found')
    await note?.(tx, slug)
  })
}
