import { useParams } from '@tanstack/react-router'
import { NoSuchStore } from '../parts/route-states.tsx'
import { useSession } from '../session.ts'
import { Shell } from './shell.tsx'

/** The store of the address, until its deletion, a new address or the end of a membership is heard of. */
export function StoreFrame() {
  const { store } = useParams({ strict: false })
  const isTheirs = useSession()?.stores.some(({ slug }) => slug === store)
  return isTheirs ? <Shell /> : <NoSuchStore />
}
