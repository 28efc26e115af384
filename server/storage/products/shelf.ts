import type { Queries } from '../engine.ts'
import type { ProductRow, ShelfRow } from '../schema.ts'
import { pick, statementPerCount } from '../statement.ts'

type Placed = Pick<ProductRow, 'store_id' | 'id' | 'created_at'>
type Rows = { [heading: `heading${number}`]: string } & Omit<ShelfRow, 'heading'>

const rowsFor = ({ store_id, id, created_at }: Placed, headings: readonly string[]): Rows => ({
  ...Object.fromEntries(headings.map((heading, i) => [`heading${i}`, heading])),
  store_id,
  product_id: id,
  place: -created_at,
})

const removalOf = statementPerCount((build, p: Rows, indexes) =>
  build
    .deleteFrom('shelf')
    .where('store_id', '=', p.store_id)
    .where(
      'heading',
      'in',
      indexes.map((i) => p[`heading${i}`]!),
    )
    .where('place', '=', p.place)
    .where('product_id', '=', p.product_id),
)

/** Removes the product from these headings. To delete a product, give all of its headings. */
export async function takeFromShelf(tx: Queries, product: Placed, headings: readonly string[]) {
  if (headings.length > 0) await removalOf(headings.length).run(tx, rowsFor(product, headings))
}

const insertOf = statementPerCount((build, p: Rows, indexes) =>
  build.insertInto('shelf').values(
    indexes.map((i) => ({
      ...pick(p, ['store_id', 'product_id', 'place']),
      heading: p[`heading${i}`]!,
    })),
  ),
)

export async function putOnShelf(tx: Queries, product: Placed, headings: readonly string[]) {
  if (headings.length > 0) await insertOf(headings.length).run(tx, rowsFor(product, headings))
}
