import type { Queries } from './engine.ts'
import type { ProductRow } from './schema.ts'
import { pick, statement, statementPerCount } from './statement.ts'

const empty = statement((build, p: { storeId: string; productId: string }) =>
  build.deleteFrom('shelf').where('store_id', '=', p.storeId).where('product_id', '=', p.productId),
)

export const takeFromShelf = (tx: Queries, storeId: string, productId: string) =>
  empty.run(tx, { storeId, productId })

const removalOf = statementPerCount((build, p: Named & { storeId: string; productId: string }, indexes) =>
  build
    .deleteFrom('shelf')
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId)
    .where(
      'heading',
      'in',
      indexes.map((i) => p[`heading${i}`]!),
    ),
)

/** From under these headings alone. */
export async function takeFromUnder(
  tx: Queries,
  { store_id, id }: Pick<ProductRow, 'store_id' | 'id'>,
  headings: readonly string[],
) {
  if (headings.length === 0) return
  await removalOf(headings.length).run(tx, { ...named(headings), storeId: store_id, productId: id })
}

type Named = { [heading: `heading${number}`]: string }

const named = (headings: readonly string[]): Named =>
  Object.fromEntries(headings.map((heading, i) => [`heading${i}`, heading]))

type Rows = Named & { store_id: string; product_id: string; place: number }

const insertOf = statementPerCount((build, p: Rows, indexes) =>
  build.insertInto('shelf').values(
    indexes.map((i) => ({
      ...pick(p, ['store_id', 'product_id', 'place']),
      heading: p[`heading${i}`]!,
    })),
  ),
)

export async function putOnShelf(
  tx: Queries,
  { store_id, id, created_at }: Pick<ProductRow, 'store_id' | 'id' | 'created_at'>,
  headings: readonly string[],
) {
  if (headings.length === 0) return
  await insertOf(headings.length).run(tx, {
    ...named(headings),
    ...{ store_id, product_id: id, place: -created_at },
  })
}
