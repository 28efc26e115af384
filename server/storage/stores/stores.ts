import { sql as raw } from 'kysely'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { Flag } from '../flag.ts'
import { quarterOf } from '../orders/order-sums.ts'
import type { StoreRow } from '../schema.ts'
import { pick, rowsOf, type Sql, statement } from '../statement.ts'

const COLUMNS = columnsOf<Omit<StoreRow, 'policies'>>()([
  'id',
  'slug',
  'name',
  'created_at',
  'event_sequence',
  'contact_email',
  'logo',
  'contact_phone',
  'shipping_default_paise',
  'sender_name',
  'new_order_mails',
  'business_name',
  'business_address',
])

const policies = raw<string | null>`(
  select string_agg(kind, ' ') from policies where policies.store_id = stores.id)`.as('policies')

type NewStore = Pick<StoreRow, 'id' | 'slug' | 'name' | 'created_at'>

const insert = statement((sql, p: NewStore) =>
  sql
    .insertInto('stores')
    .values({
      ...pick(p, ['id', 'slug', 'name', 'created_at']),
      event_sequence: 0,
      contact_phone: '',
      shipping_default_paise: 0,
      sender_name: '',
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id'),
)

/** False when the slug belongs to another store. */
export const insertStore = async (db: Queries, store: NewStore): Promise<boolean> =>
  (await insert.first(db, store)) !== undefined

const byId = statement((sql, p: { id: string }) =>
  sql
    .selectFrom('stores')
    .select([...COLUMNS, policies])
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
)

export const findStore = (db: Queries, id: string) => byId.first(db, { id })

const bySlug = statement((sql, p: { slug: string }) =>
  sql
    .selectFrom('stores')
    .select([...COLUMNS, policies])
    .where('slug', '=', p.slug)
    .where('deleted_at', 'is', null),
)

export const findStoreBySlug = (db: Queries, slug: string) => bySlug.first(db, { slug })

const existing = (sql: Sql, id: string) =>
  sql.selectFrom('stores').select('id').where('id', '=', id).where('deleted_at', 'is', null)

const held = statement((sql, p: { id: string }, dialect) => dialect.holdRows(existing(sql, p.id)))

/**
 * Locks the store against other changes of the store itself, its team, keys, policies or webhooks; its products and
 * orders can be written meanwhile. False if there is no such store.
 */
export const holdStore = async (tx: Queries, id: string): Promise<boolean> =>
  (await held.first(tx, { id })) !== undefined

const alone = statement((sql, p: { id: string }, dialect) => dialect.lockRows(existing(sql, p.id)))

/** Locks the store against all writes of its rows until the transaction ends. False if there is no such store. */
export const lockWholeStore = async (tx: Queries, id: string): Promise<boolean> =>
  (await alone.first(tx, { id })) !== undefined

const kept = statement((sql, p: { id: string }, dialect) => dialect.shareRows(existing(sql, p.id)))

/**
 * Keeps the store from being deleted, and its address from being changed, until the transaction ends. False if there is
 * no such store.
 */
export const shareStore = async (tx: Queries, id: string): Promise<boolean> =>
  (await kept.first(tx, { id })) !== undefined

const tells = raw<Flag>`case when new_order_mails = 1 and exists (
  select 1 from members where members.store_id = stores.id and members.role = 'owner') then 1 else 0 end`

interface Span {
  from: number
  until: number
}

/** Bounded at both ends: an order may be dated in the future, by a clock that has since been set back. */
const placedIn = ({ from, until }: Span) => raw<number>`(
  select cast(coalesce(sum(orders), 0) as bigint) from order_sums
  where order_sums.store_id = stores.id and quarter >= ${from} and quarter < ${until})`

const selling = statement((sql, p: { id: string } & Span, dialect) =>
  dialect.shareRows(
    sql
      .selectFrom('stores')
      .select(['id', 'name', tells.as('tells_owners'), placedIn(p).as('placed')])
      .where('id', '=', p.id)
      .where('deleted_at', 'is', null),
  ),
)

export interface SellingStore {
  id: string
  name: string
  /** The store has owners, and wants them to get a mail about new orders. */
  tells_owners: Flag
  /** Orders in the hour that began at `since`; there may be more by now, since others come at the same moment. */
  placed: number
  since: number
}

/** As `shareStore`, and returns what placing an order needs to know. */
export async function shareSellingStore(
  tx: Queries,
  id: string,
  { from, until }: Span,
): Promise<SellingStore | undefined> {
  const store = await selling.first(tx, { id, from: quarterOf(from), until: quarterOf(until) })
  return store && { ...store, since: from }
}

export const updateStore = (
  tx: Queries,
  id: string,
  changes: Partial<Omit<StoreRow, 'id' | 'created_at' | 'event_sequence' | 'policies'>>,
) => rowsOf(tx, (sql) => sql.updateTable('stores').set(changes).where('id', '=', id))
