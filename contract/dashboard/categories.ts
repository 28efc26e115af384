import { answers, type Done, type Route, WAS } from './route.ts'

export interface Category {
  id: string
  name: string
  products: number
  /** How many of them still show a name that it had before. */
  to_rename: number
}

/** A category that was deleted and is still being taken from products. */
interface LeavingCategory {
  name: string
  products: number
}

/** The store's page shows all of them to each who comes. */
export const MOST_CATEGORIES = 1000

export const CATEGORY_ROUTES = {
  listCategories: {
    method: 'GET',
    path: '/stores/:store/categories',
    access: 'staff',
    answer: answers<{ categories: Category[]; leaving: LeavingCategory[] }>(),
  },
  addCategory: {
    method: 'POST',
    path: '/stores/:store/categories',
    access: 'manager',
    body: { name: 'string' },
    answer: answers<{ category_id: string }>(),
  },
  renameCategory: {
    method: 'PUT',
    path: '/stores/:store/categories/:category',
    access: 'manager',
    body: { name: 'string', ...WAS },
    answer: answers<Done>(),
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/stores/:store/categories/:category',
    access: 'manager',
    /** The name under which it was seen. Where it has another by now, it is not deleted. */
    query: { was: 'string?' },
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
