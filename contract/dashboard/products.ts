import type { PublicProduct } from '../products.ts'
import type { ManyOutcome } from './many.ts'
import { answers, type Done, type Fields, type Page, type Route, WAS } from './route.ts'

/** The fields of a product as create and edit take them; images are URLs or base64. */
const PRODUCT_BODY = {
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

/** The result of importing one part of a CSV file. `row` counts from 1 after the header line. */
export interface ImportOutcome {
  created: number
  updated: number
  refused: { row: number; name: string; sentence: string }[]
}

export const IMPORT_ROWS_MOST = 200
/** The most cells in all rows of a part together. In a field with more values than that, the rest is not read. */
export const IMPORT_CELLS_MOST = 20_000

/**
 * The bulk changes. `sale` takes a percentage off the price (MRP) and marks the product as on sale. `end_sale` removes
 * the mark and makes customers pay the price again; it leaves products without the mark alone.
 */
export const PRODUCT_CHANGES = ['show', 'hide', 'sale', 'end_sale', 'delete'] as const
export type ProductChange = (typeof PRODUCT_CHANGES)[number]

/**
 * `gone`: there is no such product. `active_orders`: it cannot be deleted yet. `cheaper`: it already sells for less
 * than the sale price. `repriced`: its price (MRP) has changed since the seller saw it.
 */
export type ProductRefusal = 'gone' | 'active_orders' | 'cheaper' | 'repriced'

/** The percentages that a sale may take off. */
export const SALE_PERCENT = { least: 1, most: 90 } as const

/** `filter`: one of PRODUCT_FILTERS. `category`: its id. */
const PRODUCT_QUERY = { search: 'string?', filter: 'string?', category: 'string?' } as const satisfies Fields

export const PRODUCT_ROUTES = {
  listProducts: {
    method: 'GET',
    path: '/stores/:store/products',
    access: 'staff',
    /** Newest first. */
    query: { ...PRODUCT_QUERY, after: 'string?', limit: 'integer?' },
    answer: answers<Page<ProductLine>>(),
  },
  readProduct: {
    method: 'GET',
    path: '/stores/:store/products/:product',
    access: 'staff',
    /** `active_orders`: ROWS_MOST where there are more. */
    answer: answers<{ product: PublicProduct; customer_page: string; active_orders: number }>(),
  },
  /** Idempotent within a day by `attempt`, a UUID. */
  createProduct: {
    method: 'POST',
    path: '/stores/:store/products',
    access: 'staff',
    body: { ...PRODUCT_BODY, attempt: 'string?' },
    carriesImages: true,
    answer: answers<{ product_id: string }>(),
  },
  editProduct: {
    method: 'PUT',
    path: '/stores/:store/products/:product',
    access: 'staff',
    body: { ...PRODUCT_BODY, ...WAS },
    carriesImages: true,
    answer: answers<Done>(),
  },
  deleteProduct: {
    method: 'DELETE',
    path: '/stores/:store/products/:product',
    access: 'staff',
    answer: answers<Done>(),
  },
  /**
   * Changes up to MANY_MOST products, each on its own. `change`: one of PRODUCT_CHANGES. `percent`: for `sale`.
   * `prices`: for `end_sale`, the price (MRP) of each product as the seller saw it; one repriced since is left alone.
   */
  changeProducts: {
    method: 'POST',
    path: '/stores/:store/products/changes',
    access: 'staff',
    body: { products: 'strings', change: 'string', percent: 'integer?', prices: 'strings?' },
    answer: answers<ManyOutcome<{ reason: ProductRefusal }>>(),
  },
  /** Not JSON: the products that the list shows under the same filters, streamed as CSV. */
  exportProducts: {
    method: 'GET',
    path: '/stores/:store/products.csv',
    access: 'staff',
    query: PRODUCT_QUERY,
    answer: answers<Blob>(),
  },
  /**
   * One part of a CSV file, which the app parses with contract/csv.ts. Idempotent by `import_id` and `first_row`. A
   * row with the `id` of one of the store's products edits that product.
   */
  importProducts: {
    method: 'POST',
    path: '/stores/:store/products/import',
    access: 'staff',
    body: {
      import_id: 'string',
      first_row: 'integer',
      /** The number of rows in the whole file; omitted where this part is the whole file. */
      rows_in_all: 'integer?',
      titles: 'strings',
      rows: 'rows',
    },
    carriesImages: true,
    answer: answers<ImportOutcome>(),
  },
} as const satisfies Record<string, Route>
