import { type Role, roleAllows } from '#contract/dashboard/route.ts'

/** The places (main pages in the navigation) and the least role that may open each. */
export const PLACES = {
  overview: { to: '/s/$store', icon: 'overview', role: 'staff' },
  orders: { to: '/s/$store/orders', icon: 'orders', role: 'staff' },
  refunds: { to: '/s/$store/refunds', icon: 'money', role: 'owner' },
  products: { to: '/s/$store/products', icon: 'products', role: 'staff' },
  categories: { to: '/s/$store/categories', icon: 'categories', role: 'staff' },
  developer: { to: '/s/$store/developer', icon: 'developer', role: 'manager' },
  team: { to: '/s/$store/team', icon: 'team', role: 'owner' },
  settings: { to: '/s/$store/settings', icon: 'settings', role: 'staff' },
  audit: { to: '/s/$store/audit', icon: 'audit', role: 'manager' },
  more: { to: '/s/$store/more', icon: 'more', role: 'staff' },
} as const satisfies Record<string, { to: string; icon: string; role: Role }>

type Place = keyof typeof PLACES

export const placesFor = (role: Role) =>
  (Object.keys(PLACES) as Place[]).filter((place) => place !== 'more' && roleAllows(role, PLACES[place].role))

/** Five places fit on a phone. Roles without the Developer page get Categories instead. */
export const phonePlacesFor = (role: Role): Place[] => [
  'overview',
  'orders',
  'products',
  roleAllows(role, PLACES.developer.role) ? 'developer' : 'categories',
  'more',
]

const partOf = (path: string) => /\/s\/[^/]+\/?([^/]*)/.exec(path)?.[1]

/** Whether the role may open the page. */
export function mayOpen(path: string, role: Role): boolean {
  const place = (Object.keys(PLACES) as Place[]).find((each) => each === partOf(path))
  return place === undefined || roleAllows(role, PLACES[place].role)
}

/** The place that a page belongs to; pages of places not listed belong to More. */
export function placeOf(path: string, places: readonly Place[]): Place {
  const part = partOf(path)
  return part === '' ? 'overview' : (places.find((place) => place === part) ?? 'more')
}
