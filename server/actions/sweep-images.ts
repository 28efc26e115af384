import { adoptImage, deleteUnusedImage, listUnusedImages } from '../storage/unused-images.ts'
import { knownImages } from '../storage/used-images.ts'
import type { World } from '../world.ts'
import { imageOf, oldFiles } from './old-files.ts'

const HOUR_MS = 3_600_000
/** An upload has this long to become part of something. */
const UNUSED_MS = HOUR_MS
/** A payment may be reported long after its checkout ran out, and the order that it makes shows the same pictures. */
const LATE_PAYMENT_MS = 7 * 24 * HOUR_MS

/** Removes the images that nothing uses. The file goes while the row is held, so that no upload can rely on it meanwhile. */
export async function sweepUnusedImages({ db, images, now }: World): Promise<number> {
  const unused = { touchedBefore: now() - UNUSED_MS, endedBefore: now() - LATE_PAYMENT_MS }
  let removed = 0
  for await (const { store_id, hash, extension } of listUnusedImages(db, unused)) {
    const isGone = await db.transaction(async (tx) => {
      const isDeleted = await deleteUnusedImage(tx, { store_id, hash }, unused)
      if (isDeleted) await images.remove(`${store_id}/${hash}.${extension}`)
      return isDeleted
    })
    if (isGone) removed += 1
  }
  return removed
}

/** Finds files that no row knows, such as those of a store that is gone, and leaves them to the sweep of the unused. */
export async function sweepUnknownFiles({ db, images, now }: World): Promise<void> {
  for await (const paths of oldFiles(images, now() - UNUSED_MS)) {
    const files = paths.map((path) => ({ path, image: imageOf(path) }))
    const known = await knownImages(
      db,
      files.flatMap(({ image }) => image ?? []),
    )
    for (const { path, image } of files) {
      if (!image) await removePartial(images, path)
      else if (!known.has(`${image.store_id}/${image.hash}`) && !(await adoptImage(db, image)))
        await images.remove(path)
    }
  }
}

/** What an upload that was cut off left behind. Whatever else is there is not ours. */
async function removePartial(images: World['images'], path: string) {
  if (path.endsWith('.partial')) await images.remove(path)
}
