import { sql } from 'kysely'
import { CATEGORY, EVERYTHING, HIDDEN } from '../../rules/products/shelf.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

export const shelfInvariant: Invariant = {
  name: 'shelf',
  claim: 'every product is found under everything and under its categories',
  offenders: () => anyOf([nowhere, notInCategory]),
}

const BEGINNING = sql`case p.is_active when 1 then '' else ${sql.lit(HIDDEN)} end`

const OF_PRODUCT = sql`s.store_id = p.store_id and s.place = -p.created_at and s.product_id = p.id`

const nowhere = sql<Offender>`
  select p.store_id, p.id, 'not found under everything' as problem from products p
  where not exists (select 1 from shelf s where ${OF_PRODUCT} and s.heading = ${BEGINNING} || ${sql.lit(EVERYTHING)})`

const notInCategory = sql<Offender>`
  select p.store_id, p.id, 'not found under its category' from products p
  join product_categories c on c.store_id = p.store_id and c.product_id = p.id
  where not exists (
    select 1 from shelf s where ${OF_PRODUCT} and s.heading = ${BEGINNING} || ${sql.lit(CATEGORY)} || c.category_id)`
