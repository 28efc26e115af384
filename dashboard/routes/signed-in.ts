import { createRoute, redirect } from '@tanstack/react-router'
import { FirstShape } from '../parts/route-states.tsx'
import { readSession } from '../session.ts'
import { page } from './page.ts'
import { root } from './root.tsx'

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  pendingComponent: FirstShape,
  beforeLoad: async ({ location }) => {
    const { person } = await readSession()
    if (!person) throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true })
  },
})

export const newStore = createRoute({
  getParentRoute: () => signedIn,
  path: '/new-store',
  component: page(() => import('../pages/sign-in/new-store.tsx'), 'NewStore'),
})
