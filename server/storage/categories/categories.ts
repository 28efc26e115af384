import { MOST_CATEGORIES } from '#contract/dashboard/categories.ts'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { CategoryRow } from '../schema.ts'
import { literal, pick, rowsOf, statement } from '../statement.ts'

const COLUMNS = columnsOf<CategoryRow>()(['store_id', 'id', 'name', 'created_at'])

const insert = statement((sql, p: CategoryRow) =>
  sql
    .insertInto('categories')
    .values(pick(p, COLUMNS))
    .onConflict((conflict) => conflict.columns(['store_id', 'name']).doNothing())
    .returning('id'),
)

/** False when the store has a category of that name already. */
export const insertCategory = async (db: Queries, category: CategoryRow): Promise<boolean> =>
  (await insert.first(db, category)) !== undefined

const all = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('categories')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('given_up_for', 'is', null)
    .orderBy('created_at')
    .orderBy('name'),
)

export const listCategories = (db: Queries, storeId: string) => all.all(db, { storeId })

const beyond = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('categories')
    .select('id')
    .where('store_id', '=', p.storeId)
    .where('given_up_for', 'is', null)
    .orderBy('id')
    .offset(literal(MOST_CATEGORIES))
    .limit(literal(1)),
)

/** Whether the store has more categories than it may have. */
export const hasTooManyCategories = async (tx: Queries, storeId: string): Promise<boolean> =>
  (await beyond.first(tx, { storeId })) !== undefined

/** The categories found cannot be deleted until the transaction ends. */
export const shareCategoriesByName = (tx: Queries, storeId: string, names: readonly string[]) =>
  rowsOf(tx, (sql, dialect) =>
    dialect.shareRows(
      sql
        .selectFrom('categories')
        .select(['id', 'name'])
        .where('store_id', '=', storeId)
        .where('name', 'in', names)
        .where('given_up_for', 'is', null),
    ),
  )
