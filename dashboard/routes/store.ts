import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { FirstShape, NoSuchStore } from '../parts/route-states.tsx'
import { readSession, rememberStore, storeUnder } from '../session.ts'
import { StoreFrame } from '../shell/store-frame.tsx'
import { signedIn } from './signed-in.ts'

export const store = createRoute({
  getParentRoute: () => signedIn,
  path: '/s/$store',
  beforeLoad: async ({ params, location }) => {
    const { stores } = await readSession()
    // Mails name a store by its id, since its address may change.
    const named = stores.find(({ store_id }) => store_id === params.store) ?? storeUnder(stores, params.store)
    if (!named) throw notFound()
    if (named.slug !== params.store) {
      const href = location.href.replace(`/s/${params.store}`, `/s/${named.slug}`)
      throw redirect({ href, replace: true })
    }
    rememberStore(params.store)
  },
  component: StoreFrame,
  pendingComponent: FirstShape,
  notFoundComponent: NoSuchStore,
})
