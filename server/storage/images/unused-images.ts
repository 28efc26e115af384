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

/** What counts as unused: an image not touched since then, and shown by nothing but checkouts that ended long ago. */
interface Unused {
  touchedBefore: number
  endedBefore: number
}

const BATCH = 500

/** Every other kind of owner keeps its images for good, also kinds that only a newer version knows. */
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
  // Not `<>`: it would read all checkouts of an image, and a popular one has very many.
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

/** Reads page by page, so that no query is long and other work gets its turn, however many images there are. */
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

/** A claim on an image to be removed: when it is made, and until when it holds. `until` identifies the claim. */
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
 * True if the image is still unused: its file may then be removed until the claim ends, and nothing starts to use it.
 * The row is locked by a query of its own, so that the second query sees the commit of a use that held the lock before.
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

/**
 * Deletes the row after the file was removed. False if the same image was uploaded meanwhile: the upload waits for this
 * and stores the file again.
 */
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
 * Makes a row for a file that has none, as if it was never touched, so that the sweep removes it like any unused image
 * and cannot collide with an upload of the same content. False if the store is gone: then there can be no upload.
 */
export async function adoptImage(db: Queries, image: ImageKey & { extension: string }): Promise<boolean> {
  if (!(await owner.first(db, image))) return false
  await adopt.run(db, image)
  return true
}
