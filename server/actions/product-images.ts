import { CheckedUpload } from '../rules/image-fields.ts'
import { imagePath, ownImage } from '../rules/image-url.ts'
import type { Queries } from '../storage/engine.ts'
import { findImageHashes, touchImage } from '../storage/images.ts'
import type { World } from '../world.ts'

export type ImageValue = string | CheckedUpload

/**
 * Puts uploads into the image store, before the transaction that will use them: first the row that keeps a sweep away,
 * then the bytes. What a failed request leaves behind is swept later.
 */
export async function storeUploads(
  { db, images, now }: World,
  storeId: string,
  values: readonly ImageValue[],
) {
  for (const upload of values) {
    if (!(upload instanceof CheckedUpload)) continue
    const { hash, extension, type, bytes } = upload
    await touchImage(db, { store_id: storeId, hash, extension, bytes: bytes.byteLength, touched_at: now() })
    await images.put(`${storeId}/${hash}.${extension}`, bytes, type)
  }
}

export interface KeptImages {
  /** In the order of the values: a path for an image of ours, else the URL as it was sent. */
  values: string[]
  hashes: string[]
}

/** What to keep for each value. A URL of ours, read from a product and sent back, counts as a use of that image. */
export async function keepImages(
  tx: Queries,
  { publicUrl }: World,
  storeId: string,
  sent: readonly ImageValue[],
): Promise<KeptImages> {
  const found = sent.map((value) =>
    value instanceof CheckedUpload
      ? { path: imagePath(storeId, value.hash, value.extension), hash: value.hash }
      : ownImage(value, storeId, publicUrl),
  )
  const hashes = await findImageHashes(tx, storeId, [...new Set(found.flatMap((own) => own?.hash ?? []))])
  const values = sent.map((value, i) => {
    const own = found[i]
    return own && hashes.includes(own.hash) ? own.path : (value as string)
  })
  return { values, hashes }
}
