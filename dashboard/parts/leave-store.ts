import { call, isRefusedAs } from '../api.ts'

/** Leaves the store and opens another of the person's. An earlier request may have succeeded and its answer been lost. */
export async function leaveStore(store: string) {
  try {
    await call('leaveStore', { store })
  } catch (error) {
    if (!isRefusedAs('store_not_found', error)) throw error
  }
  location.assign(import.meta.env.BASE_URL)
}
