import { call, isRefusedAs } from '../api.ts'

/** Leaves the store and opens another one. An earlier request may have succeeded with its answer lost. */
export async function leaveStore(store: string) {
  try {
    await call('leaveStore', { store })
  } catch (error) {
    if (!isRefusedAs('store_not_found', error)) throw error
  }
  location.assign(import.meta.env.BASE_URL)
}
