import { sql as raw } from 'kysely'
import { byName } from '../../rules/values/names.ts'
import type { Queries } from '../engine.ts'
import { literal, pick, statement } from '../statement.ts'
import type { MemberRow } from './account-rows.ts'

type Key = { storeId: string; personId: string }

const insert = statement((sql, p: MemberRow) =>
  sql
    .insertInto('members')
    .values(pick(p, ['store_id', 'person_id', 'role', 'since']))
    .onConflict((conflict) => conflict.columns(['store_id', 'person_id']).doNothing())
    .returning('person_id'),
)

/** False when the person is a member already; the role then stays as it was. */
export const insertMember = async (tx: Queries, member: MemberRow): Promise<boolean> =>
  (await insert.first(tx, member)) !== undefined

const role = statement((sql, p: Key) =>
  sql
    .selectFrom('members')
    .select('role')
    .where('store_id', '=', p.storeId)
    .where('person_id', '=', p.personId),
)

/** Read with every request, so that a removed member is out at once. */
export const findRole = async (db: Queries, storeId: string, personId: string) =>
  (await role.first(db, { storeId, personId }))?.role

const ofStore = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person_id')
    .select(['people.id', 'people.name', 'people.email', 'people.totp_confirmed_at', 'role', 'since'])
    .where('store_id', '=', p.storeId)
    .orderBy('since')
    .orderBy('people.id'),
)

export const listMembers = (db: Queries, storeId: string) => ofStore.all(db, { storeId })

const formerSlugs = raw<string | null>`(
  select string_agg(slug, ' ') from former_addresses where former_addresses.store_id = stores.id)`.as(
  'former_slugs',
)

const ofPerson = statement((sql, p: { personId: string }) =>
  sql
    .selectFrom('members')
    .innerJoin('stores', 'stores.id', 'members.store_id')
    .select(['stores.id', 'stores.name', 'stores.slug', 'stores.logo', 'role', formerSlugs])
    .where('person_id', '=', p.personId)
    .orderBy('stores.id'),
)

export const listStoresOf = async (db: Queries, personId: string) =>
  (await ofPerson.all(db, { personId })).sort(byName)

const owned = statement((sql, p: { personId: string }) =>
  sql
    .selectFrom('members')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('person_id', '=', p.personId)
    .where('role', '=', literal('owner' as const)),
)

export const countStoresOwned = async (tx: Queries, personId: string): Promise<number> =>
  (await owned.first(tx, { personId }))!.count

const setRole = statement((sql, p: Key & { role: MemberRow['role'] }) =>
  sql
    .updateTable('members')
    .set({ role: p.role })
    .where('store_id', '=', p.storeId)
    .where('person_id', '=', p.personId),
)

export const changeRole = (tx: Queries, storeId: string, personId: string, to: MemberRow['role']) =>
  setRole.run(tx, { storeId, personId, role: to })

const remove = statement((sql, p: Key) =>
  sql.deleteFrom('members').where('store_id', '=', p.storeId).where('person_id', '=', p.personId),
)

export const deleteMember = (tx: Queries, storeId: string, personId: string) =>
  remove.run(tx, { storeId, personId })
