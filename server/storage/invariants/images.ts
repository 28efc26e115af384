import { sql } from 'kysely'
import { PICTURES_KEPT_MS } from '../../rules/checkout/checkout.ts'
import { MINUTE_MS } from '../../rules/values/durations.ts'
import type { Dialect } from '../engine.ts'
import { anyOf, type Invariant, type Moment, type Offender } from './invariant.ts'

/** An hour to become part of something, and time for the sweep that comes after. */
export const ORPHANED_MS = 75 * MINUTE_MS

export const imagesInvariant: Invariant = {
  name: 'images',
  claim: 'no image is without a use for more than an hour, and none that is shown',
  offenders: (moment, dialect) => anyOf([orphan(moment), useless, lost(dialect)]),
}

const orphan = ({ now }: Moment) => sql<Offender>`
  select i.store_id, i.hash as id, 'nothing has used it for more than an hour' as problem from images i
  where i.touched_at < ${sql.lit(now - ORPHANED_MS)} and not exists (
    select 1 from image_uses u where u.store_id = i.store_id and u.hash = i.hash
      and (u.owner_kind <> 'checkout' or exists (
        select 1 from checkouts c where c.store_id = u.store_id and c.id = u.owner_id
          and c.expires_at >= ${sql.lit(now - PICTURES_KEPT_MS - ORPHANED_MS)})))`

/** `/images/{store}/{hash}.{extension}` */
const HASH_OF_PATH = sql`substr(p.primary_image, 46, 64)`

const useless = sql<Offender>`
  select p.store_id, p.id, 'nothing keeps the image that it shows' from products p
  where p.primary_image like '/images/%' and not exists (
    select 1 from image_uses u where u.store_id = p.store_id and u.hash = ${HASH_OF_PATH}
      and u.owner_kind = 'product' and u.owner_id = p.id)`

/** In JSON a quote is escaped wherever it stands in a text, so nothing that a person wrote looks like these. */
const lost = ({ jsonTexts }: Dialect) => sql<Offender>`
  select o.store_id, o.id, 'nothing keeps a picture with which the customer answered'
  from orders o cross join ${jsonTexts('o.answers')} given
  where o.answers like '%"answer":"/images/%' and given.value like '%"type":"image"%'
    and given.value like '%"answer":"/images/' || o.store_id || '/%' and not exists (
      select 1 from image_uses u where u.store_id = o.store_id and u.owner_kind = 'order' and u.owner_id = o.id
        and given.value like '%"answer":"/images/' || o.store_id || '/' || u.hash || '.%')`
