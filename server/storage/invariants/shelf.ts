import { sql } from 'kysely'
import { CATEGORY, EVERYTHING, HIDDEN } from '../../rules/products/shelf.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

export const shelfInvariant: Invariant = {
  name: 'shelf',
  claim: 'every product is listed under all products and its categories, and hidden ones only for the store',
  offenders: () => anyOf([nowhere, notInCategory, astray]),
}

const BEGINNING = sql`case p.is_active when 1 then '' else ${sql.lit(HIDDEN)} end`

const OF_PRODUCT = sql`s.store_id = p.store_id and s.place = -p.created_at and s.product_id = p.id`

const nowhere = sql<Offender>`
  select p.store_id, p.id, 'not listed under all products' as problem from products p
  where not exists (select 1 from shelf s where ${OF_PRODUCT} and s.heading = ${BEGINNING} || ${sql.lit(EVERYTHING)})`

const notInCategory = sql<Offender>`
  select p.store_id, p.id, 'not listed under its category' from products p
  join product_categories c on c.store_id = p.store_id and c.product_id = p.id
  where not exists (
    select 1 from shelf s where ${OF_PRODUCT} and s.heading = ${BEGINNING} || ${sql.lit(CATEGORY)} || c.category_id)`

const astray = sql<Offender>`
  select p.store_id, p.id, 'listed where it does not belong' from shelf s
  join products p on p.store_id = s.store_id and p.id = s.product_id
  where s.place <> -p.created_at or (s.heading like ${sql.lit(`${HIDDEN}%`)}) <> (p.is_active = 0)
    or s.heading like ${BEGINNING} || ${sql.lit(`${CATEGORY}%`)} and not exists (
      select 1 from product_categories c where c.store_id = s.store_id and c.product_id = s.product_id
        and s.heading = ${BEGINNING} || ${sql.lit(CATEGORY)} || c.category_id)`
