import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { FirstShape, NoSuchStore } from '../parts/route-states.tsx'
import { readSession, rememberStore } from '../session.ts'
import { StoreFrame } from '../shell/store-frame.tsx'
import { signedIn } from './signed-in.ts'

export const store = createRoute({
  getParentRoute: () => signedIn,
  path: '/s/$store',
  beforeLoad: async ({ params, location }) => {
    const { stores } = await readSession()
    // Mails name a store by its id, since its address may change.
    const byId = stores.find(({ store_id }) => store_id === params.store)
    if (byId) throw redirect({ href: location.href.replace(params.store, byId.slug), replace: true })
    if (!stores.some(({ slug }) => slug === params.store)) throw notFound()
    rememberStore(params.store)
  },
  component: StoreFrame,
  pendingComponent: FirstShape,
  notFoundComponent: NoSuchStore,
})
