import { createRoute } from '@tanstack/react-router'
import { NothingHere } from '../parts/route-states.tsx'
import {
  deliveriesSearch,
  newProductSearch,
  ordersSearch,
  overviewSearch,
  pagedSearch,
  productsSearch,
  refundsSearch,
  slipsSearch,
} from '../searches.ts'
import { page } from './page.ts'
import { store } from './store.ts'

const inStore = <const Path extends string>(path: Path) => ({ getParentRoute: () => store, path })

const overview = createRoute({
  ...inStore('/'),
  validateSearch: overviewSearch,
  component: page(() => import('../pages/overview/overview.tsx'), 'OverviewPage'),
})
const orders = createRoute({
  ...inStore('/orders'),
  validateSearch: ordersSearch,
  component: page(() => import('../pages/orders/orders.tsx'), 'OrdersPage'),
})
const order = createRoute({
  ...inStore('/orders/$order'),
  component: page(() => import('../pages/orders/order/order.tsx'), 'OrderPage'),
})
const slips = createRoute({
  ...inStore('/orders/slips'),
  validateSearch: slipsSearch,
  component: page(() => import('../pages/orders/slips/slips.tsx'), 'SlipsPage'),
})
const products = createRoute({
  ...inStore('/products'),
  validateSearch: productsSearch,
  component: page(() => import('../pages/products/products.tsx'), 'ProductsPage'),
})
const newProduct = createRoute({
  ...inStore('/products/new'),
  validateSearch: newProductSearch,
  component: page(() => import('../pages/products/product/product.tsx'), 'NewProductPage'),
})
const importProducts = createRoute({
  ...inStore('/products/import'),
  component: page(() => import('../pages/products/import/import.tsx'), 'ImportPage'),
})
const product = createRoute({
  ...inStore('/products/$product'),
  component: page(() => import('../pages/products/product/product.tsx'), 'ProductPage'),
})
const categories = createRoute({
  ...inStore('/categories'),
  component: page(() => import('../pages/categories/categories.tsx'), 'CategoriesPage'),
})
const team = createRoute({
  ...inStore('/team'),
  component: page(() => import('../pages/team/team.tsx'), 'TeamPage'),
})
const settings = createRoute({
  ...inStore('/settings'),
  component: page(() => import('../pages/settings/settings.tsx'), 'SettingsPage'),
})
const policies = createRoute({
  ...inStore('/settings/policies'),
  component: page(() => import('../pages/settings/policies.tsx'), 'PoliciesPage'),
})
const policy = createRoute({
  ...inStore('/settings/policies/$policy'),
  component: page(() => import('../pages/settings/policy.tsx'), 'PolicyPage'),
})
const audit = createRoute({
  ...inStore('/audit'),
  validateSearch: pagedSearch,
  component: page(() => import('../pages/audit/audit.tsx'), 'AuditPage'),
})
const refunds = createRoute({
  ...inStore('/refunds'),
  validateSearch: refundsSearch,
  component: page(() => import('../pages/refunds/refunds.tsx'), 'RefundsPage'),
})
const more = createRoute({
  ...inStore('/more'),
  component: page(() => import('../shell/more.tsx'), 'MorePage'),
})
const account = createRoute({
  ...inStore('/account'),
  component: page(() => import('../pages/account/account.tsx'), 'AccountPage'),
})
const developer = createRoute({
  ...inStore('/developer'),
  component: page(() => import('../pages/developer/developer.tsx'), 'DeveloperPage'),
})
const webhook = createRoute({
  ...inStore('/developer/webhooks/$webhook'),
  validateSearch: deliveriesSearch,
  component: page(() => import('../pages/developer/webhook.tsx'), 'WebhookPage'),
})
const elsewhere = createRoute({ ...inStore('$'), component: NothingHere })

export const storePages = store.addChildren([
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
