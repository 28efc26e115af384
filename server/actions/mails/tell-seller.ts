import type { SellerLetter, StoreInLetter } from '../../mails/seller-letters.ts'
import { listMembers } from '../../storage/accounts/members.ts'
import type { Queries } from '../../storage/engine.ts'
import { findStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { queueLetter } from './queue-letter.ts'

interface News {
  kind: string
  /** Each reader gets only the first letter of a name. */
  name?: string
  write(store: StoreInLetter): SellerLetter
}

/** Mails the store's owners, or its contact address while it has none, in the transaction of the change. */
export async function tellSeller(
  tx: Queries,
  world: World,
  storeId: string,
  { kind, name, write }: News,
): Promise<void> {
  const store = await findStore(tx, storeId)
  if (!store) return
  const { outlivesStore, ...letter } = write({ id: storeId, name: store.name, publicUrl: world.publicUrl })
  const owners = (await listMembers(tx, storeId)).filter(({ role }) => role === 'owner')
  const readers = owners.length > 0 ? owners : [{ id: 'contact', email: store.contact_email }]
  for (const { id: reader, email: to } of readers) {
    if (!to) continue
    const id = name && `${name}.${storeId}.${reader}`
    await queueLetter(tx, world, { id, to, kind, ...letter, aboutStore: outlivesStore ? undefined : storeId })
  }
}
