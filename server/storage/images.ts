import type { Queries } from './engine.ts'
import { pick, rowsOf, statement } from './statement.ts'

export interface StoredImage {
  store_id: string
  hash: string
  extension: string
  bytes: number
  touched_at: number
}

const touch = statement((sql, p: StoredImage) =>
  sql
    .insertInto('images')
    .values(pick(p, ['store_id', 'hash', 'extension', 'bytes', 'touched_at']))
    .onConflict((conflict) => conflict.columns(['store_id', 'hash']).doUpdateSet(pick(p, ['touched_at']))),
)

/** Notes that the image is about to be used, so that no sweep takes it for an hour. */
export const touchImage = (db: Queries, image: StoredImage) => touch.run(db, image)

/** Those of the hashes that the store has. */
export async function findImageHashes(
  db: Queries,
  storeId: string,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return []
  const rows = await rowsOf(db, (sql) =>
    sql.selectFrom('images').select('hash').where('store_id', '=', storeId).where('hash', 'in', hashes),
  )
  return rows.map(({ hash }) => hash)
}

export type ImageOwner = { kind: 'product' | 'checkout' | 'order' | 'store'; id: string }

const dropUses = statement((sql, p: { storeId: string; kind: string; id: string }) =>
  sql
    .deleteFrom('image_uses')
    .where('store_id', '=', p.storeId)
    .where('owner_kind', '=', p.kind)
    .where('owner_id', '=', p.id),
)

/** An image that nobody uses any more goes with the next sweep. */
export const dropImageUses = (tx: Queries, storeId: string, { kind, id }: ImageOwner) =>
  dropUses.run(tx, { storeId, kind, id })

export async function insertImageUses(
  tx: Queries,
  storeId: string,
  owner: ImageOwner,
  hashes: readonly string[],
) {
  if (hashes.length === 0) return
  const uses = [...new Set(hashes)].map((hash) => ({
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
