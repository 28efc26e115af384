import type { Queries } from './engine.ts'
import type { ProductRow } from './schema.ts'
import { pick, statement, statementPerCount } from './statement.ts'

const empty = statement((build, p: { storeId: string; productId: string }) =>
  build.deleteFrom('shelf').where('store_id', '=', p.storeId).where('product_id', '=', p.productId),
)

export const takeFromShelf = (tx: Queries, storeId: string, productId: string) =>
  empty.run(tx, { storeId, productId })

type Rows = { store_id: string; product_id: string; place: number; [heading: `heading${number}`]: string }

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
  const named = Object.fromEntries(headings.map((heading, i) => [`heading${i}`, heading]))
  await insertOf(headings.length).run(tx, { ...named, store_id, product_id: id, place: -created_at })
}
