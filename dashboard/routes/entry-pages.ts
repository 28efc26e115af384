import { createRoute, redirect } from '@tanstack/react-router'
import { FirstShape } from '../parts/route-states.tsx'
import { entrySearch } from '../searches.ts'
import { firstStore, readSession } from '../session.ts'
import { page } from './page.ts'
import { root } from './root.tsx'

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  pendingComponent: FirstShape,
  beforeLoad: async () => {
    const { person, stores } = await readSession()
    if (!person) throw redirect({ to: '/sign-in', replace: true })
    const store = firstStore(stores)
    if (!store) throw redirect({ to: '/new-store', replace: true })
    throw redirect({ to: '/s/$store', params: { store: store.slug }, replace: true })
  },
})

const entry = <const Path extends string>(path: Path) => ({
  getParentRoute: () => root,
  path,
  validateSearch: entrySearch,
})

const signIn = createRoute({
  ...entry('/sign-in'),
  component: page(() => import('../pages/sign-in/sign-in.tsx'), 'SignIn'),
})
const signUp = createRoute({
  ...entry('/sign-up'),
  component: page(() => import('../pages/sign-in/sign-up.tsx'), 'SignUp'),
})
const forgotten = createRoute({
  ...entry('/forgotten'),
  component: page(() => import('../pages/sign-in/reset.tsx'), 'AskReset'),
})
// The next four are the LINK_PAGES: the targets of links in mails.
const confirm = createRoute({
  ...entry('/confirm'),
  component: page(() => import('../pages/sign-in/sign-up.tsx'), 'ConfirmSignUp'),
})
const reset = createRoute({
  ...entry('/reset'),
  component: page(() => import('../pages/sign-in/reset.tsx'), 'FinishReset'),
})
const join = createRoute({
  ...entry('/join'),
  component: page(() => import('../pages/sign-in/invitation.tsx'), 'Invitation'),
})
const newAddress = createRoute({
  ...entry('/new-address'),
  component: page(() => import('../pages/sign-in/new-address.tsx'), 'ConfirmAddress'),
})

export const entryPages = [index, signIn, signUp, confirm, forgotten, reset, join, newAddress] as const
