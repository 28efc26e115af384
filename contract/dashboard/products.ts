import type { Fields } from './route.ts'

/** The fields of a product as create and edit take them; images are URLs or base64. */
export const PRODUCT_BODY = {
  name: 'field?',
  price: 'field?',
  description: 'field?',
  stock: 'field?',
  current_price: 'field?',
  short_description: 'field?',
  shipping_cost: 'field?',
  primary_image: 'field?',
  images: 'field?',
  variations: 'field?',
  size: 'field?',
  colors: 'field?',
  categories: 'field?',
  is_sale: 'field?',
  is_active: 'field?',
  custom_questions: 'field?',
  internal_note: 'field?',
  metadata: 'field?',
} as const satisfies Fields

export interface ProductLine {
  id: string
  created_at: string
  updated_at: string
  name: string
  price: number
  current_price: number
  stock: number
  is_sale: boolean
  is_active: boolean
  categories: string[]
  primary_image: string | null
}

export const PRODUCT_FILTERS = ['active', 'hidden', 'sale', 'low_stock', 'out_of_stock'] as const
export type ProductFilter = (typeof PRODUCT_FILTERS)[number]

/** Stock at or under this counts as low. */
export const LOW_STOCK = 5

export interface Category {
  id: string
  name: string
  products: number
}

/** What became of one part of a CSV file. `row` counts from 1, the line of titles not included. */
export interface ImportOutcome {
  created: number
  updated: number
  refused: { row: number; name: string; sentence: string }[]
}

export const IMPORT_ROWS_MOST = 200
