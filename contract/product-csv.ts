/** Every column of an exported file of products. */
export const PRODUCT_COLUMNS = [
  'id',
  'name',
  'price',
  'description',
  'stock',
  'stock_at_export',
  'current_price',
  'short_description',
  'shipping_cost',
  'primary_image',
  'images',
  'variations',
  'size',
  'colors',
  'categories',
  'is_sale',
  'is_active',
  'custom_questions',
  'internal_note',
  'metadata',
] as const

export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]

/** Other titles that sellers' spreadsheets use for a column, where they are unambiguous. */
const OTHER_NAMES: Readonly<Record<string, ProductColumn>> = {
  product_name: 'name',
  mrp: 'price',
  selling_price: 'current_price',
  sale_price: 'current_price',
  quantity: 'stock',
  shipping: 'shipping_cost',
  variation: 'variations',
  sizes: 'size',
  color: 'colors',
  colour: 'colors',
  colours: 'colors',
  category: 'categories',
}

/** Titles are cut to this length, which is longer than any column's name. */
const LONGEST_TITLE = 100

const plain = (title: string) =>
  title
    .slice(0, LONGEST_TITLE)
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')

/** The column for each title. A column's own name wins over its other names, and the first title over a second. */
export function columnsUnder(titles: readonly string[]): (ProductColumn | undefined)[] {
  const names = titles.map(plain)
  const places = new Map<number, ProductColumn>()
  for (const column of PRODUCT_COLUMNS) {
    const own = names.indexOf(column)
    const place = own >= 0 ? own : names.findIndex((name) => OTHER_NAMES[name] === column)
    if (place >= 0) places.set(place, column)
  }
  return titles.map((_, place) => places.get(place))
}

/** The titles whose columns are ignored. */
export function unknownTitles(titles: readonly string[]): string[] {
  const columns = columnsUnder(titles)
  return titles.filter((title, place) => title.trim() !== '' && !columns[place])
}
