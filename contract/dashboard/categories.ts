import { answers, type Done, type Route, WAS } from './route.ts'

export interface Category {
  id: string
  name: string
  products: number
  /** How many of its products still show a former name of the category. */
  to_rename: number
}

/** A deleted category that is still being removed from products in the background. */
interface LeavingCategory {
  name: string
  products: number
}

/** Bounded because the store's page shows every category to every visitor. */
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
    /** The name that the seller saw. If the category has been renamed since, it is not deleted. */
    query: { was: 'string?' },
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
