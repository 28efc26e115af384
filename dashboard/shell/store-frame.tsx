import { useParams } from '@tanstack/react-router'
import { NoSuchStore } from '../parts/route-states.tsx'
import { storeUnder, useSession } from '../session.ts'
import { Shell } from './shell.tsx'

/** The store in the URL; shows NoSuchStore once it is deleted or the membership has ended. */
export function StoreFrame() {
  const { store } = useParams({ strict: false })
  const theirs = storeUnder(useSession()?.stores ?? [], store)
  // Keyed by id: switching stores resets the whole screen, while a new address of the same store does not.
  return theirs ? <Shell key={theirs.store_id} /> : <NoSuchStore />
}
