import { sql } from 'kysely'
import { PICTURES_KEPT_MS } from '../../rules/checkout/checkout.ts'
import { MINUTE_MS } from '../../rules/values/durations.ts'
import type { Dialect } from '../engine.ts'
import { anyOf, type Invariant, type Moment, type Offender } from './invariant.ts'

/** An hour in which an image may still be put to use, and time for the sweep after that. */
export const ORPHANED_MS = 75 * MINUTE_MS

export const imagesInvariant: Invariant = {
  name: 'images',
  claim: 'no unused image is kept for more than an hour, and every image that is shown is recorded as used',
  offenders: (moment, dialect) =>
    anyOf([orphan(moment), useless, uselessBeside(dialect), uselessLogo, uselessInOrder, lost(dialect)]),
}

const orphan = ({ now }: Moment) => sql<Offender>`
  select i.store_id, i.hash as id, 'nothing has used it for more than an hour' as problem from images i
  where i.touched_at < ${sql.lit(now - ORPHANED_MS)} and not exists (
    select 1 from image_uses u where u.store_id = i.store_id and u.hash = i.hash
      and (u.owner_kind <> 'checkout' or exists (
        select 1 from checkouts c where c.store_id = u.store_id and c.id = u.owner_id
          and c.expires_at >= ${sql.lit(now - PICTURES_KEPT_MS - ORPHANED_MS)})))`

/** Whether no row of `image_uses` keeps the image that is shown as `/images/{store}/{hash}.{extension}`. */
const isUnkept = (shown: string, owner: string, kind: string) => sql<boolean>`
  ${sql.ref(shown)} like '/images/%' and not exists (
    select 1 from image_uses u where u.hash = substr(${sql.ref(shown)}, 46, 64)
      and u.store_id = substr(${sql.ref(shown)}, 9, 36) and u.owner_kind = ${sql.lit(kind)} and u.owner_id = ${sql.ref(owner)})`

const useless = sql<Offender>`
  select p.store_id, p.id, 'its image is not recorded as used' from products p
  where ${isUnkept('p.primary_image', 'p.id', 'product')}`

const uselessBeside = ({ jsonTexts }: Dialect) => sql<Offender>`
  select p.store_id, p.id, 'one of its further images is not recorded as used' from products p
  cross join ${jsonTexts('p.images')} shown where ${isUnkept('shown.value', 'p.id', 'product')}`

const uselessLogo = sql<Offender>`
  select s.id, s.id, 'its logo is not recorded as used' from stores s where ${isUnkept('s.logo', 's.id', 'store')}`

const uselessInOrder = sql<Offender>`
  select o.store_id, o.id, 'the image of its product is not recorded as used' from orders o
  where ${isUnkept('o.product_image', 'o.id', 'order')}`

/** JSON escapes each quote in a text, so no text that a person wrote can match these. */
const lost = ({ jsonTexts }: Dialect) => sql<Offender>`
  select o.store_id, o.id, 'a picture among its answers is not recorded as used'
  from orders o cross join ${jsonTexts('o.answers')} given
  where o.answers like '%"answer":"/images/%' and given.value like '%"type":"image"%'
    and given.value like '%"answer":"/images/' || o.store_id || '/%' and not exists (
      select 1 from image_uses u where u.store_id = o.store_id and u.owner_kind = 'order' and u.owner_id = o.id
        and given.value like '%"answer":"/images/' || o.store_id || '/' || u.hash || '.%')`
