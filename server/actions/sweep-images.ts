import { PICTURES_KEPT_MS } from '../rules/checkout.ts'
import { adoptImage, claimUnusedImage, deleteGoneImage, listUnusedImages } from '../storage/unused-images.ts'
import { knownImages } from '../storage/used-images.ts'
import type { World } from '../world.ts'
import { imageOf, oldFiles } from './old-files.ts'

const HOUR_MS = 3_600_000
/** An upload has this long to become part of something. */
const UNUSED_MS = HOUR_MS

/** Longer than any image store takes to remove a file, or to give up. */
const REMOVED_WITHIN_MS = 2 * 60_000

/**
 * Removes the images that nothing uses. The file goes outside of any transaction, since a store may take long; the row
 * says so meanwhile, and no upload relies on the file. Where the file cannot be removed, a later sweep tries again.
 */
export async function sweepUnusedImages({ db, images, now }: World): Promise<number> {
  const unused = { touchedBefore: now() - UNUSED_MS, endedBefore: now() - PICTURES_KEPT_MS }
  let removed = 0
  for await (const { store_id, hash, extension } of listUnusedImages(db, unused)) {
    const image = { store_id, hash }
    const how = { ...unused, now: now(), until: now() + REMOVED_WITHIN_MS }
    if (!(await db.transaction((tx) => claimUnusedImage(tx, image, how)))) continue
    await images.remove(`${store_id}/${hash}.${extension}`)
    if (await deleteGoneImage(db, image, how)) removed += 1
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
