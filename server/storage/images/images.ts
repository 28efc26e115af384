import { latestRemoval } from '../../rules/images/going-images.ts'
import type { Queries } from '../engine.ts'
import type { ImageRow } from '../schema.ts'
import { literal, rowsOf, statement } from '../statement.ts'

/**
 * Notes that the images are about to be used, so that no sweep takes them for an hour. False while an earlier sweep
 * removes the file of one: it might remove a file that is stored now.
 */
export async function touchImages(
  db: Queries,
  images: readonly Omit<ImageRow, 'touched_at'>[],
  now: number,
): Promise<boolean> {
  if (images.length === 0) return true
  const touched = await rowsOf(db, (sql) =>
    sql
      .insertInto('images')
      .values(images.map((image) => ({ ...image, touched_at: now })))
      .onConflict((conflict) =>
        conflict.columns(['store_id', 'hash']).doUpdateSet(({ eb, ref }) => ({
          touched_at: ref('excluded.touched_at'),
          // A row that the sweep made for a file without one lacks these.
          bytes: ref('excluded.bytes'),
          extension: ref('excluded.extension'),
          going_until: eb
            .case()
            .when(eb.between('images.going_until', now + 1, latestRemoval(now)))
            .then(ref('images.going_until'))
            .else(eb.lit(0))
            .end(),
        })),
      )
      .returning('going_until'),
  )
  return touched.every(({ going_until }) => going_until === 0)
}

const touch = statement((sql, p: { storeId: string; hash: string; at: number }) =>
  sql
    .updateTable('images')
    .set({ touched_at: p.at })
    .where('store_id', '=', p.storeId)
    .where('hash', '=', p.hash)
    .where('going_until', '=', literal(0))
    .returning('hash'),
)

/** As `touchImages`, for an image that was uploaded before. False if it is gone or being removed: upload it again. */
export const touchImage = async (db: Queries, storeId: string, hash: string, at: number): Promise<boolean> =>
  (await touch.first(db, { storeId, hash, at })) !== undefined

/** Which of these images the store has, with their extensions. They are safe from sweeps until the transaction ends. */
export async function shareImages(
  tx: Queries,
  storeId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const rows = await rowsOf(tx, (sql, dialect) =>
    dialect.shareRows(
      sql
        .selectFrom('images')
        .select(['hash', 'extension'])
        .where('store_id', '=', storeId)
        .where('hash', 'in', hashes)
        .where('going_until', '=', literal(0))
        .orderBy('hash'),
    ),
  )
  return new Map(rows.map(({ hash, extension }) => [hash, extension]))
}

export type ImageOwner = { kind: 'product' | 'checkout' | 'order' | 'store'; id: string }

const dropUses = statement((sql, p: { storeId: string; kind: string; id: string }) =>
  sql
    .deleteFrom('image_uses')
    .where('store_id', '=', p.storeId)
    .where('owner_kind', '=', p.kind)
    .where('owner_id', '=', p.id),
)

const touchUsed = statement((sql, p: { storeId: string; kind: string; id: string; at: number }) =>
  sql
    .updateTable('images')
    .set({ touched_at: p.at })
    .where('store_id', '=', p.storeId)
    .where('hash', 'in', (used) =>
      used
        .selectFrom('image_uses')
        .select('hash')
        .where('store_id', '=', p.storeId)
        .where('owner_kind', '=', p.kind)
        .where('owner_id', '=', p.id),
    ),
)

/** An image that nothing uses any more is removed by a sweep an hour later. */
export async function dropImageUses(tx: Queries, storeId: string, { kind, id }: ImageOwner, at: number) {
  await Promise.all([touchUsed.run(tx, { storeId, kind, id, at }), dropUses.run(tx, { storeId, kind, id })])
}

export async function insertImageUses(
  tx: Queries,
  storeId: string,
  owner: ImageOwner,
  hashes: readonly string[],
) {
  if (hashes.length === 0) return
  const uses = [...new Set(hashes)].sort().map((hash) => ({
    store_id: storeId,
    hash,
    owner_kind: owner.kind,
    owner_id: owner.id,
  }))
  await rowsOf(tx, (sql) =>
    sql
      .insertInto('image_uses')
      .values(uses)
      .onConflict((conflict) => conflict.doNothing()),
  )
}
