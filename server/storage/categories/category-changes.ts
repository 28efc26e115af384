import type { Queries } from '../engine.ts'
import type { CategoryRow } from '../schema.ts'
import { literal, pick, statement } from '../statement.ts'

type Key = { storeId: string; id: string }

const locked = statement((sql, p: Key, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('store_id', '=', p.storeId)
      .where('id', '=', p.id)
      .where('given_up_for', 'is', null),
  ),
)

/** Locks the category: no product can be given it until the transaction ends. */
export const lockCategory = (tx: Queries, storeId: string, id: string) => locked.first(tx, { storeId, id })

/** Locks the names of the store's categories: transactions that compare them all run one by one. */
export async function holdCategoryNames(tx: Queries, storeId: string): Promise<void> {
  const name = `the categories of ${storeId}`
  await tx.rows({ sql: tx.dialect.holdName, reads: false, name: undefined }, [name])
}

const named = statement((sql, p: { storeId: string; name: string }) =>
  sql
    .selectFrom('categories')
    .select(['id', 'given_up_for'])
    .where('store_id', '=', p.storeId)
    .where('name', '=', p.name),
)

/** The category that has the name, or that had it before and whose products still show it. */
export const findNameHolder = (tx: Queries, storeId: string, name: string) =>
  named.first(tx, { storeId, name })

const rename = statement((sql, p: Key & { name: string }) =>
  sql
    .updateTable('categories')
    .set({ name: p.name, reached: literal('') })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

/** The name is valid at once; the products' own copies follow in pieces, in the order of their ids. */
export const setCategoryName = (tx: Queries, storeId: string, id: string, name: string) =>
  rename.run(tx, { storeId, id, name })

const giveUp = statement((sql, p: CategoryRow & { for: string }) =>
  sql
    .insertInto('categories')
    .values({ ...pick(p, ['store_id', 'id', 'name', 'created_at']), given_up_for: p.for }),
)

/** Keeps a former name of the category as a row of its own, until no product shows it; `row` has a new id. */
export const giveUpName = (tx: Queries, row: CategoryRow, categoryId: string) =>
  giveUp.run(tx, { ...row, for: categoryId })

const takeBack = statement((sql, p: Key) =>
  sql.deleteFrom('categories').where('store_id', '=', p.storeId).where('id', '=', p.id),
)

/** Frees a name that had been given up. */
export const takeNameBack = (tx: Queries, storeId: string, rowId: string) =>
  takeBack.run(tx, { storeId, id: rowId })

const giveUpWhole = statement((sql, p: Key) =>
  sql
    .updateTable('categories')
    .set({ given_up_for: p.id, reached: literal('') })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

/** Deletes the category for its readers; its row and name stay until no product shows it. */
export const giveUpCategory = (tx: Queries, storeId: string, id: string) =>
  giveUpWhole.run(tx, { storeId, id })

const MOST_AT_ONCE = 100

const changing = statement<object, { store_id: string; id: string }>((sql) =>
  sql
    .selectFrom('categories')
    .select((column) => ['store_id', column.ref('given_up_for').$notNull().as('id')])
    .distinct()
    .where('given_up_for', 'is not', null)
    .limit(literal(MOST_AT_ONCE)),
)

/** Across all stores: categories whose products are still to be changed. */
export const listChangingCategories = (db: Queries) => changing.all(db, {})

const lockedChanging = statement((sql, p: Key, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('categories')
      .select(['name', 'reached', 'given_up_for'])
      .where('store_id', '=', p.storeId)
      .where('id', '=', p.id),
  ),
)

const givenUp = statement((sql, p: Key) =>
  sql
    .selectFrom('categories')
    .select('name')
    .where('store_id', '=', p.storeId)
    .where('given_up_for', '=', p.id),
)

interface CategoryChange {
  /** The former names that products still show. */
  oldNames: string[]
  /** The name that replaces them; undefined if the category is being deleted. */
  name: string | undefined
  /** The last product that has been changed. */
  reached: string
}

/** Locks the category and returns what is left to do; undefined if nothing is. */
export async function lockCategoryChange(
  tx: Queries,
  storeId: string,
  id: string,
): Promise<CategoryChange | undefined> {
  const row = await lockedChanging.first(tx, { storeId, id })
  const oldNames = (await givenUp.all(tx, { storeId, id })).map(({ name }) => name)
  if (!row || oldNames.length === 0) return undefined
  return { oldNames, name: row.given_up_for === null ? row.name : undefined, reached: row.reached }
}

const reach = statement((sql, p: Key & { upTo: string }) =>
  sql
    .updateTable('categories')
    .set({ reached: p.upTo })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

export const setReached = (tx: Queries, storeId: string, id: string, upTo: string) =>
  reach.run(tx, { storeId, id, upTo })

const forget = statement((sql, p: Key) =>
  sql.deleteFrom('categories').where('store_id', '=', p.storeId).where('given_up_for', '=', p.id),
)

/** Called when no product shows the old names any more: removes them, and a category that was deleted. */
export const forgetGivenUp = (tx: Queries, storeId: string, id: string) => forget.run(tx, { storeId, id })

const underWay = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('categories')
    .select(['id', 'name', 'given_up_for', 'reached'])
    .where('store_id', '=', p.storeId)
    .where('id', 'in', (of) =>
      of
        .selectFrom('categories as old')
        .select((column) => column.ref('old.given_up_for').$notNull().as('id'))
        .where('old.store_id', '=', p.storeId)
        .where('old.given_up_for', 'is not', null),
    )
    .orderBy('name'),
)

/** The store's categories whose products are still to be changed. */
export const listChangingCategoriesOf = (db: Queries, storeId: string) => underWay.all(db, { storeId })

const everyName = statement((sql, p: Key) =>
  sql
    .selectFrom('categories')
    .select('name')
    .where('store_id', '=', p.storeId)
    .where((eb) => eb.or([eb('id', '=', p.id), eb('given_up_for', '=', p.id)])),
)

/** All names under which products show the category now; none if there is no such category. */
export const listNamesOfCategory = async (db: Queries, storeId: string, id: string): Promise<string[]> =>
  (await everyName.all(db, { storeId, id })).map(({ name }) => name)
