import { setImmediate as othersTurn } from 'node:timers/promises'
import type { ExpressionBuilder } from 'kysely'
import { latestRemoval } from '../../rules/images/going-images.ts'
import type { Queries } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { literal, pick, statement } from '../statement.ts'

export interface ImageKey {
  store_id: string
  hash: string
}

/** What counts as unused: nobody touched it since, and nothing shows it but checkouts that ended long ago. */
interface Unused {
  touchedBefore: number
  endedBefore: number
}

const BATCH = 500

/** All but a checkout keep what they have for good, kinds that only a newer version knows as well. */
const CHECKOUT = literal('checkout' as const)

function isUsed({ or, exists, selectFrom }: ExpressionBuilder<Schema, 'images'>, p: Unused) {
  const uses = selectFrom('image_uses')
    .select('owner_id')
    .whereRef('image_uses.store_id', '=', 'images.store_id')
    .whereRef('image_uses.hash', '=', 'images.hash')
  const byCheckouts = uses
    .where('owner_kind', '=', CHECKOUT)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('checkouts')
          .select('checkouts.id')
          .whereRef('checkouts.store_id', '=', 'image_uses.store_id')
          .whereRef('checkouts.id', '=', 'image_uses.owner_id')
          .where('expires_at', '>=', p.endedBefore),
      ),
    )
  // Not as "other than": of a popular image there may be very many checkouts, and they would all be read.
  return or([
    exists(uses.where('owner_kind', '<', CHECKOUT)),
    exists(uses.where('owner_kind', '>', CHECKOUT)),
    exists(byCheckouts),
  ])
}

const page = statement((sql, p: ImageKey & Unused) =>
  sql
    .selectFrom('images')
    .select(['store_id', 'hash', 'extension', 'touched_at'])
    .select((eb) => isUsed(eb, p).as('is_used'))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('store_id', 'hash'), '>', tuple(p.store_id, p.hash)))
    .orderBy('store_id')
    .orderBy('hash')
    .limit(BATCH),
)

/** A page after the other, so that no query is long and others get in between, however many images there are. */
export async function* listUnusedImages(db: Queries, unused: Unused, stopping?: AbortSignal) {
  let last: ImageKey | undefined = { store_id: '', hash: '' }
  while (last && !stopping?.aborted) {
    const rows = await page.all(db, { ...last, ...unused })
    yield* rows.filter(({ is_used, touched_at }) => !is_used && touched_at < unused.touchedBefore)
    last = rows.length === BATCH ? rows.at(-1) : undefined
    await othersTurn()
  }
}

const lock = statement((sql, p: ImageKey, dialect) =>
  dialect.lockRows(
    sql.selectFrom('images').select('hash').where('store_id', '=', p.store_id).where('hash', '=', p.hash),
  ),
)

/** A claim on an image that is to be removed: when it is made, and until when it holds. Its end tells it from others. */
interface Going {
  now: number
  until: number
}

const claim = statement((sql, p: ImageKey & Unused & Going & { latest: number }) =>
  sql
    .updateTable('images')
    .set({ going_until: p.until })
    .where('store_id', '=', p.store_id)
    .where('hash', '=', p.hash)
    .where('touched_at', '<', p.touchedBefore)
    .where((eb) => eb.or([eb('going_until', '<', p.now), eb('going_until', '>', p.latest)]))
    .where((eb) => eb.not(isUsed(eb, p)))
    .returning('hash'),
)

const dropUses = statement((sql, p: ImageKey) =>
  sql.deleteFrom('image_uses').where('store_id', '=', p.store_id).where('hash', '=', p.hash),
)

/**
 * True where the image was still unused: from then on nobody relies on its file, which may be removed until the time is
 * up. Locked by a query of its own: whoever was about to use it has committed by the time the second query looks.
 */
export async function claimUnusedImage(tx: Queries, image: ImageKey, how: Unused & Going): Promise<boolean> {
  await lock.run(tx, image)
  if (!(await claim.first(tx, { ...image, ...how, latest: latestRemoval(how.now) }))) return false
  await dropUses.run(tx, image)
  return true
}

const remove = statement((sql, p: ImageKey & Pick<Unused, 'touchedBefore'> & Pick<Going, 'until'>) =>
  sql
    .deleteFrom('images')
    .where('store_id', '=', p.store_id)
    .where('hash', '=', p.hash)
    .where('going_until', '=', p.until)
    .where('touched_at', '<', p.touchedBefore)
    .returning('hash'),
)

const release = statement((sql, p: ImageKey & Pick<Going, 'until'>) =>
  sql
    .updateTable('images')
    .set({ going_until: literal(0) })
    .where('store_id', '=', p.store_id)
    .where('hash', '=', p.hash)
    .where('going_until', '=', p.until),
)

/** Once the file is removed. False where an upload of the same image came meanwhile: it has waited, and puts it again. */
export async function deleteGoneImage(db: Queries, image: ImageKey, how: Unused & Going): Promise<boolean> {
  const isDeleted = (await remove.first(db, { ...image, ...how })) !== undefined
  if (!isDeleted) await release.run(db, { ...image, ...how })
  return isDeleted
}

const owner = statement((sql, p: ImageKey) =>
  sql.selectFrom('stores').select('id').where('id', '=', p.store_id),
)

const adopt = statement((sql, p: ImageKey & { extension: string }) =>
  sql
    .insertInto('images')
    .values(({ lit }) => ({
      ...pick(p, ['store_id', 'hash', 'extension']),
      bytes: lit(0),
      touched_at: lit(0),
    }))
    .onConflict((conflict) => conflict.doNothing()),
)

/**
 * Gives a file that no row knows a row, as one that was never touched: so it goes the way of all unused images, safe
 * from an upload of the same content. False where the file's store is gone, and nobody can upload to it.
 */
export async function adoptImage(db: Queries, image: ImageKey & { extension: string }): Promise<boolean> {
  if (!(await owner.first(db, image))) return false
  await adopt.run(db, image)
  return true
}
