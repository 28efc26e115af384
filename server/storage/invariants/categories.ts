import { sql } from 'kysely'
import type { Dialect } from '../engine.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

export const categoriesInvariant: Invariant = {
  name: 'categories',
  claim: 'every product names the categories that it is in, and no others',
  offenders: (_moment, dialect) => anyOf([unnamed(dialect), notIn(dialect)]),
}

/** A former name belongs to its category until no product shows it any more. */
const CATEGORY = sql`coalesce(c.given_up_for, c.id)`

const unnamed = ({ jsonTexts }: Dialect) => sql<Offender>`
  select pc.store_id, pc.product_id as id, 'does not name its category ' || pc.category_id as problem
  from product_categories pc join products p on p.store_id = pc.store_id and p.id = pc.product_id
  where not exists (
    select 1 from ${jsonTexts('p.categories')} named
    join categories c on c.store_id = pc.store_id and c.name = named.value
    where ${CATEGORY} = pc.category_id)`

const notIn = ({ jsonTexts }: Dialect) => sql<Offender>`
  select p.store_id, p.id, 'names the category ' || named.value || ', which it is not in'
  from products p cross join ${jsonTexts('p.categories')} named
  where not exists (
    select 1 from categories c
    join product_categories pc on pc.store_id = c.store_id and pc.product_id = p.id and pc.category_id = ${CATEGORY}
    where c.store_id = p.store_id and c.name = named.value)`
