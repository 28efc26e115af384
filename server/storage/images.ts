import type { Queries } from './engine.ts'
import { rowsOf, statement } from './statement.ts'

export interface StoredImage {
  store_id: string
  hash: string
  extension: string
  bytes: number
  touched_at: number
}

/** Notes that the images are about to be used, so that no sweep takes them for an hour. */
export async function touchImages(db: Queries, images: readonly StoredImage[]) {
  if (images.length === 0) return
  await rowsOf(db, (sql) =>
    sql
      .insertInto('images')
      .values([...images])
      .onConflict((conflict) =>
        conflict
          .columns(['store_id', 'hash'])
          .doUpdateSet(({ ref }) => ({ touched_at: ref('excluded.touched_at') })),
      ),
  )
}

/** Those of the hashes that the store has, with their extensions. No sweep takes them until the transaction ends. */
export async function holdImages(
  tx: Queries,
  storeId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const rows = await rowsOf(tx, (sql, dialect) =>
    dialect.keepRows(
      sql
        .selectFrom('images')
        .select(['hash', 'extension'])
        .where('store_id', '=', storeId)
        .where('hash', 'in', hashes)
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

/** An image that nobody uses any more goes with a sweep an hour later. */
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
