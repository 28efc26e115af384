import { call, isRefusedAs } from '../api.ts'

/** On to where the person still belongs, also where an earlier press was heard and its answer was lost. */
export async function leaveStore(store: string) {
  try {
    await call('leaveStore', { store })
  } catch (error) {
    if (!isRefusedAs('store_not_found', error)) throw error
  }
  location.assign(import.meta.env.BASE_URL)
}
