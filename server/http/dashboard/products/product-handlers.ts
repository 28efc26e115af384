import type { AuditAction } from '#contract/dashboard/audit.ts'
import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import {
  IMPORT_ROWS_MOST,
  PRODUCT_CHANGES,
  PRODUCT_FILTERS,
  type PRODUCT_ROUTES,
  SALE_PERCENT,
} from '#contract/dashboard/products.ts'
import type { Input } from '#contract/dashboard/route.ts'
import { refuse } from '#contract/errors.ts'
import { columnsUnder } from '#contract/product-csv.ts'
import type { PublicProduct } from '#contract/products.ts'
import { audited, firstNoted, writeAudit } from '../../../accounts/audited.ts'
import type { Once } from '../../../actions/once.ts'
import { changeProducts } from '../../../actions/products/change-products.ts'
import { createProduct } from '../../../actions/products/create-product.ts'
import { deleteProduct } from '../../../actions/products/delete-product.ts'
import { editProduct } from '../../../actions/products/edit-product.ts'
import { importProducts } from '../../../actions/products/import-products.ts'
import { publicImageUrl } from '../../../rules/images/image-url.ts'
import { presentProduct } from '../../../rules/products/present-product.ts'
import { checkNewProduct, checkProductEdit } from '../../../rules/products/product-fields.ts'
import { productProblems } from '../../../rules/products/product-problems.ts'
import { productPath } from '../../../rules/stores/customer-paths.ts'
import { countWords } from '../../../rules/values/count-words.ts'
import { HOUR_MS } from '../../../rules/values/durations.ts'
import { isoTime } from '../../../rules/values/iso-time.ts'
import { toRupees } from '../../../rules/values/money.ts'
import { parseId } from '../../../rules/values/uuid.ts'
import { countActiveOrdersOf } from '../../../storage/orders/order-counts.ts'
import type { ProductListRow } from '../../../storage/products/product-list.ts'
import { findProduct } from '../../../storage/products/products.ts'
import type { ProductRow } from '../../../storage/schema.ts'
import { findStore } from '../../../storage/stores/stores.ts'
import type { Handlers } from '../endpoint.ts'
import { oneOf } from '../input/one-of.ts'
import { readAttempt } from '../input/read-attempt.ts'
import { readBeside, readIds } from '../input/read-ids.ts'
import { readSearch } from '../input/read-search.ts'
import { unlessChanged } from '../input/unless-changed.ts'
import { readLimit } from '../lists/page.ts'
import { sendCsv } from '../lists/send-csv.ts'
import { findProducts } from './find-products.ts'
import { productsCsv } from './products-csv.ts'

/** The line of the log about a product. */
const about =
  (action: AuditAction, detail = '') =>
  ({ name }: { name: string }) => ({ action, subject: name, detail })

const line = (row: ProductListRow, publicUrl: string) => ({
  id: row.id,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
  name: row.name,
  price: toRupees(row.price_paise),
  current_price: toRupees(row.current_price_paise),
  stock: row.stock,
  is_sale: row.is_sale === 1,
  is_active: row.is_active === 1,
  categories: JSON.parse(row.categories) as string[],
  primary_image: row.primary_image && publicImageUrl(row.primary_image, publicUrl),
})

export const PRODUCT_HANDLERS: Handlers<keyof typeof PRODUCT_ROUTES> = {
  async listProducts({ world, input }) {
    const limit = readLimit(input.limit)
    const { items, next } = await findProducts(world.db, input.store, queryOf(input), input.after, limit)
    return { items: items.map((row) => line(row, world.publicUrl)), next }
  },

  async readProduct({ world, input: { store, product: id } }) {
    const [product, kept] = await Promise.all([findProduct(world.db, store, id), findStore(world.db, store)])
    if (!product || !kept) throw refuse('product_not_found')
    return {
      product: presentProduct(product, world.publicUrl),
      customer_page: `${world.publicUrl}${productPath(kept.slug, id)}`,
      active_orders: await countActiveOrdersOf(world.db, store, id),
    }
  },

  async createProduct({ world, person, input: { store, attempt, ...body } }) {
    const once = attempt === undefined ? undefined : onceFor(store, person.id, attempt)
    const checked = checkNewProduct(body)
    if ('problem' in checked) throw broken(checked.problem, productProblems(body, true))
    const note = audited(world, store, person, about('product.created'))
    return (await createProduct(world, { storeId: store, input: checked.value, once }, note)).answer
  },

  async editProduct({ world, person, input: { store, product: id, was, ...body } }) {
    const checked = checkProductEdit(body)
    if ('problem' in checked) throw broken(checked.problem, productProblems(body, false))
    if (Object.keys(checked.value).length === 0) throw refuse('no_fields_to_update')
    const fields = Object.keys(checked.value).join(', ')
    const note = audited(world, store, person, about('product.edited', fields))
    const allow = (kept: ProductRow) => unlessChanged(was, productBody(presentProduct(kept, world.publicUrl)))
    await editProduct(
      world,
      { storeId: store, id, input: checked.value, ...(was !== undefined && { allow }) },
      note,
    )
    return {}
  },

  async deleteProduct({ world, person, input: { store, product: id } }) {
    const note = audited(world, store, person, about('product.deleted'))
    await deleteProduct(world, { storeId: store, id }, note)
    return {}
  },

  async changeProducts({ world, person, input }) {
    const ids = readIds('products', input.products)
    const change = readChange(input)
    const noteOf = (action: AuditAction, detail: string) =>
      audited(world, input.store, person, about(action, detail))
    return changeProducts(world, { storeId: input.store, ids, change, noteOf })
  },

  async exportProducts(call) {
    const { world, person, input } = call
    const query = queryOf(input)
    const exported = { action: 'products.exported', subject: 'products.csv' } as const
    await writeAudit(world.db, world, input.store, person, exported)
    await sendCsv(call, 'products.csv', productsCsv(world, input.store, query))
    return undefined
  },

  async importProducts({ world, person, input }) {
    const importId = parseId(input.import_id)
    if (!importId) throw wrongField('import_id', 'import_id must be a UUID')
    if (input.rows.length > IMPORT_ROWS_MOST) {
      throw new DashboardError('refused', {}, `Send at most ${IMPORT_ROWS_MOST} rows at a time`)
    }
    if (!columnsUnder(input.titles).includes('name')) {
      throw wrongField(
        'titles',
        'The first line must name the columns: at least name, price, description, stock',
      )
    }
    const { store, first_row: firstRow, titles, rows } = input
    const lastRow = firstRow + rows.length - 1
    const all = input.rows_in_all ?? lastRow
    if (lastRow > all) throw wrongField('rows_in_all', `Row ${lastRow} is not in a file of ${all} rows`)
    const entry = {
      action: 'products.imported',
      subject: `a file of ${countWords(all, 'row')}`,
      partOf: importId,
    } as const
    const now = world.now()
    const begunAt = (await firstNoted(world.db, store, person, entry)) ?? now
    // Otherwise whoever uses an import's id again later could change products under its old line.
    const hours = Math.floor((now - begunAt) / HOUR_MS)
    const line = hours === 0 ? entry : { ...entry, partOf: `${importId} ${hours}` }
    const note = audited({ ...world, now: () => now }, store, person, () => line)
    return importProducts(world, { storeId: store, importId, begunAt, firstRow, titles, rows }, note)
  },
}

/** A malformed category id becomes '', which no product has. */
const queryOf = ({ search, filter, category }: Input<(typeof PRODUCT_ROUTES)['exportProducts']>) => ({
  search: readSearch(search),
  filter: filter === undefined ? undefined : oneOf('filter', PRODUCT_FILTERS, filter),
  category: category ? (parseId(category) ?? '') : undefined,
})

/** The path is the person's id, so that it cannot equal a key of the seller API. Each new product is a new attempt. */
const onceFor = (store_id: string, person: string, attempt: string): Once => ({
  store_id,
  operation: 'create_product',
  path: person,
  key: readAttempt(attempt),
  body_hash: '',
})

function readChange({
  products,
  change,
  percent = 0,
  prices,
}: Input<(typeof PRODUCT_ROUTES)['changeProducts']>) {
  const kind = oneOf('change', PRODUCT_CHANGES, change)
  if (kind === 'end_sale') {
    const beside = prices && { ids: products, of: 'products', field: 'prices', values: prices }
    return { kind, ...(beside && { prices: readBeside(beside) }) }
  }
  if (kind !== 'sale') return { kind }
  const { least, most } = SALE_PERCENT
  if (percent < least || percent > most) {
    throw wrongField('percent', `percent must be between ${least} and ${most}`)
  }
  return { kind, percent }
}

/** A product under the names that its form sends. */
const productBody = ({
  origional_price: price,
  long_description: description,
  ...product
}: PublicProduct) => ({
  ...product,
  price,
  description,
})

/** Refuses with the API's first sentence, and with each field's own beside the field. */
const broken = (sentence: string, fields: Record<string, string>) =>
  new DashboardError('refused', { fields }, sentence)
