import type { End } from '../operations/records.ts'
import { countWords } from '../rules/values/count-words.ts'

/** How many rows each table has, and how many images there are. */
export const dataIn = ({ tables, images, missingImages, otherTables = [] }: End) => ({
  tables: Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows])),
  images,
  missing_images: missingImages,
  other_tables: otherTables,
})

/** `3 stores, 120 products, 4,000 orders, 90 images, 12,345 rows in all`. */
export function counted({ tables, images }: End): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const parts = ['store', 'product', 'order'].map((one) => countWords(tables[`${one}s`]?.rows ?? 0, one))
  if (images > 0) parts.push(countWords(images, 'image'))
  return [...parts, `${countWords(rows, 'row')} in all`].join(', ')
}

/** Nothing where no image is missing. */
export const missingWords = ({ missingImages }: End, consequence: string): string[] =>
  missingImages > 0
    ? [`${countWords(missingImages, 'image is', 'images are')} missing or damaged, and ${consequence}.`]
    : []

/** Nothing where all tables are ours. */
export const otherWords = ({ otherTables = [] }: End, consequence: string): string[] =>
  otherTables.length > 0 ? [`Tables that Haat did not make ${consequence}: ${otherTables.join(', ')}.`] : []

export const megabytes = (bytes: number): string =>
  `${(Math.ceil(bytes / 100_000) / 10).toLocaleString('en')} MB`
