import { DashboardError } from '#contract/dashboard/errors.ts'
import type { ReturnAddress } from '#contract/dashboard/orders.ts'
import { findStore } from '../../../storage/stores/stores.ts'
import type { World } from '../../../world.ts'

export async function returnAddressOf({ db }: World, storeId: string): Promise<ReturnAddress> {
  const store = await findStore(db, storeId)
  if (!store) throw new DashboardError('store_not_found')
  return { address: store.business_address, phone: store.contact_phone }
}
