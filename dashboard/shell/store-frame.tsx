import { useParams } from '@tanstack/react-router'
import { NoSuchStore } from '../parts/route-states.tsx'
import { storeUnder, useSession } from '../session.ts'
import { Shell } from './shell.tsx'

/** The store of the address, until its deletion or the end of a membership is heard of. */
export function StoreFrame() {
  const { store } = useParams({ strict: false })
  const theirs = storeUnder(useSession()?.stores ?? [], store)
  // By its id: nothing of one store is left on the screen of another, and a new address leaves all as it is.
  return theirs ? <Shell key={theirs.store_id} /> : <NoSuchStore />
}
