import { createRouter } from '@tanstack/react-router'
import { PageShape, RouteProblem } from './parts/route-states.tsx'
import { entryPages } from './routes/entry-pages.ts'
import { root } from './routes/root.tsx'
import { newStore, signedIn } from './routes/signed-in.ts'
import { storePages } from './routes/store-pages.ts'

export const router = createRouter({
  basepath: '/dashboard',
  routeTree: root.addChildren([...entryPages, signedIn.addChildren([newStore, storePages])]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageShape,
  defaultErrorComponent: RouteProblem,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The search of the list from which a page was opened. */
    list?: object
  }
}
