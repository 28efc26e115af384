import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { fetched } from './fetched.ts'
import { FirstShape, NothingAnywhere, NothingHere, PageShape, RouteProblem } from './parts/route-states.tsx'
import {
  deliveriesSearch,
  entrySearch,
  newProductSearch,
  ordersSearch,
  overviewSearch,
  pagedSearch,
  productsSearch,
  refundsSearch,
  slipsSearch,
} from './searches.ts'
import { firstStore, readSession, rememberStore } from './session.ts'
import { Shell } from './shell/shell.tsx'
import { SignedOutDialog } from './shell/signed-out-dialog.tsx'

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <SignedOutDialog />
    </>
  ),
  notFoundComponent: NothingAnywhere,
})

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

const open = <Path extends string>(path: Path, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: entrySearch,
    component: lazyRouteComponent(load as never, name as never),
  })

const signIn = open('/sign-in', () => fetched(import('./pages/sign-in/sign-in.tsx')), 'SignIn')
const signUp = open('/sign-up', () => fetched(import('./pages/sign-in/sign-up.tsx')), 'SignUp')
const forgotten = open('/forgotten', () => fetched(import('./pages/sign-in/reset.tsx')), 'AskReset')
// The next three are the LINK_PAGES that mails lead to.
const confirm = open('/confirm', () => fetched(import('./pages/sign-in/sign-up.tsx')), 'ConfirmSignUp')
const reset = open('/reset', () => fetched(import('./pages/sign-in/reset.tsx')), 'FinishReset')
const join = open('/join', () => fetched(import('./pages/sign-in/invitation.tsx')), 'Invitation')

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  pendingComponent: FirstShape,
  beforeLoad: async ({ location }) => {
    const { person } = await readSession()
    if (!person) throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true })
  },
})

const newStore = createRoute({
  getParentRoute: () => signedIn,
  path: '/new-store',
  component: lazyRouteComponent(() => fetched(import('./pages/sign-in/new-store.tsx')), 'NewStore'),
})

const store = createRoute({
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
  component: Shell,
  pendingComponent: FirstShape,
  notFoundComponent: NothingAnywhere,
})

const overview = createRoute({
  getParentRoute: () => store,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => fetched(import('./pages/overview/overview.tsx')), 'OverviewPage'),
})
const orders = createRoute({
  getParentRoute: () => store,
  path: '/orders',
  validateSearch: ordersSearch,
  component: lazyRouteComponent(() => fetched(import('./pages/orders/orders.tsx')), 'OrdersPage'),
})
const order = createRoute({
  getParentRoute: () => store,
  path: '/orders/$order',
  component: lazyRouteComponent(() => fetched(import('./pages/orders/order/order.tsx')), 'OrderPage'),
})
const slips = createRoute({
  getParentRoute: () => store,
  path: '/orders/slips',
  validateSearch: slipsSearch,
  component: lazyRouteComponent(() => fetched(import('./pages/orders/slips/slips.tsx')), 'SlipsPage'),
})
const products = createRoute({
  getParentRoute: () => store,
  path: '/products',
  validateSearch: productsSearch,
  component: lazyRouteComponent(() => fetched(import('./pages/products/products.tsx')), 'ProductsPage'),
})
const newProduct = createRoute({
  getParentRoute: () => store,
  path: '/products/new',
  validateSearch: newProductSearch,
  component: lazyRouteComponent(
    () => fetched(import('./pages/products/product/product.tsx')),
    'NewProductPage',
  ),
})
const importProducts = createRoute({
  getParentRoute: () => store,
  path: '/products/import',
  component: lazyRouteComponent(() => fetched(import('./pages/products/import/import.tsx')), 'ImportPage'),
})
const product = createRoute({
  getParentRoute: () => store,
  path: '/products/$product',
  component: lazyRouteComponent(() => fetched(import('./pages/products/product/product.tsx')), 'ProductPage'),
})
const categories = createRoute({
  getParentRoute: () => store,
  path: '/categories',
  component: lazyRouteComponent(() => fetched(import('./pages/categories/categories.tsx')), 'CategoriesPage'),
})
const team = createRoute({
  getParentRoute: () => store,
  path: '/team',
  component: lazyRouteComponent(() => fetched(import('./pages/team/team.tsx')), 'TeamPage'),
})
const settings = createRoute({
  getParentRoute: () => store,
  path: '/settings',
  component: lazyRouteComponent(() => fetched(import('./pages/settings/settings.tsx')), 'SettingsPage'),
})
const policies = createRoute({
  getParentRoute: () => store,
  path: '/settings/policies',
  component: lazyRouteComponent(() => fetched(import('./pages/settings/policies.tsx')), 'PoliciesPage'),
})
const policy = createRoute({
  getParentRoute: () => store,
  path: '/settings/policies/$policy',
  component: lazyRouteComponent(() => fetched(import('./pages/settings/policy.tsx')), 'PolicyPage'),
})
const audit = createRoute({
  getParentRoute: () => store,
  path: '/audit',
  validateSearch: pagedSearch,
  component: lazyRouteComponent(() => fetched(import('./pages/audit/audit.tsx')), 'AuditPage'),
})
const refunds = createRoute({
  getParentRoute: () => store,
  path: '/refunds',
  validateSearch: refundsSearch,
  component: lazyRouteComponent(() => fetched(import('./pages/refunds/refunds.tsx')), 'RefundsPage'),
})
const more = createRoute({
  getParentRoute: () => store,
  path: '/more',
  component: lazyRouteComponent(() => fetched(import('./shell/more.tsx')), 'MorePage'),
})
const account = createRoute({
  getParentRoute: () => store,
  path: '/account',
  component: lazyRouteComponent(() => fetched(import('./pages/account/account.tsx')), 'AccountPage'),
})
const developer = createRoute({
  getParentRoute: () => store,
  path: '/developer',
  component: lazyRouteComponent(() => fetched(import('./pages/developer/developer.tsx')), 'DeveloperPage'),
})

const webhook = createRoute({
  getParentRoute: () => store,
  path: '/developer/webhooks/$webhook',
  validateSearch: deliveriesSearch,
  component: lazyRouteComponent(() => fetched(import('./pages/developer/webhook.tsx')), 'WebhookPage'),
})

const elsewhere = createRoute({ getParentRoute: () => store, path: '$', component: NothingHere })

const storePages = store.addChildren([
  overview,
  orders,
  order,
  slips,
  products,
  newProduct,
  importProducts,
  product,
  categories,
  team,
  settings,
  policies,
  policy,
  audit,
  refunds,
  more,
  account,
  developer,
  webhook,
  elsewhere,
])

export const router = createRouter({
  basepath: '/dashboard',
  routeTree: root.addChildren([
    index,
    signIn,
    signUp,
    confirm,
    forgotten,
    reset,
    join,
    signedIn.addChildren([newStore, storePages]),
  ]),
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
    /** What was asked of the list from which a page was opened. */
    list?: object
  }
}
