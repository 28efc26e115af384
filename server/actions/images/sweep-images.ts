import { imageAt, pathOf } from '../../images/image-store.ts'
import { PICTURES_KEPT_MS } from '../../rules/checkout/checkout.ts'
import { REMOVED_WITHIN_MS } from '../../rules/images/going-images.ts'
import { HOUR_MS } from '../../rules/values/durations.ts'
import {
  adoptImage,
  claimUnusedImage,
  deleteGoneImage,
  listUnusedImages,
} from '../../storage/images/unused-images.ts'
import { knownImages, nameOf } from '../../storage/images/used-images.ts'
import type { World } from '../../world.ts'
import { mayRemoveImages } from './image-mark.ts'
import { isPartial, oldFiles } from './old-files.ts'
import { unlessStopped } from './unless-stopped.ts'

/** An upload has this long to become part of something. */
const UNUSED_MS = HOUR_MS

/** How many of the files that one sweep cannot remove are named in the log. */
const MOST_NAMED = 10

/**
 * Removes the images that nothing uses, and returns how many; undefined where another installation owns the files. The
 * file is removed outside of any transaction, since an image store may take long. Meanwhile the row marks the image as
 * going, so that no upload relies on the file. A later sweep retries what could not be removed.
 */
export async function sweepUnusedImages(world: World, stopping?: AbortSignal): Promise<number | undefined> {
  if (!(await mayRemoveImages(world, stopping))) return undefined
  const { db, now } = world
  const unused = { touchedBefore: now() - UNUSED_MS, endedBefore: now() - PICTURES_KEPT_MS }
  const removal = new Removal(world, stopping)
  let removed = 0
  for await (const image of listUnusedImages(db, unused, stopping)) {
    if (stopping?.aborted) break
    const how = { ...unused, now: now(), until: now() + REMOVED_WITHIN_MS }
    if (!(await db.transaction((tx) => claimUnusedImage(tx, image, how)))) continue
    if (!(await removal.remove(pathOf(image)))) continue
    if (await deleteGoneImage(db, image, how)) removed += 1
  }
  removal.end()
  return removed
}

/**
 * Finds files that have no row and gives them one, so that the sweep of unused images removes them. Files of deleted
 * stores it removes itself, and returns how many; undefined where another installation owns the files.
 */
export async function sweepUnknownFiles(world: World, stopping?: AbortSignal): Promise<number | undefined> {
  if (!(await mayRemoveImages(world, stopping))) return undefined
  const { db, images, now } = world
  const removal = new Removal(world, stopping)
  let removed = 0
  for await (const paths of oldFiles(images, now() - UNUSED_MS, stopping)) {
    const files = paths.map((path) => ({ path, image: imageAt(path) }))
    const known = await knownImages(
      db,
      files.flatMap(({ image }) => image ?? []),
    )
    for (const { path, image } of files) {
      if (stopping?.aborted) break
      if (image ? known.has(nameOf(image)) : !isPartial(path)) continue
      if (image && (await adoptImage(db, image))) continue
      if (await removal.remove(path)) removed += 1
    }
  }
  removal.end()
  return removed
}

/** Removes files one after the other. A failure is logged and does not stop the rest. */
class Removal {
  readonly #images: World['images']
  readonly #log: World['log']
  readonly #stopping: AbortSignal | undefined
  #failed = 0

  constructor({ images, log }: World, stopping: AbortSignal | undefined) {
    this.#images = images
    this.#log = log
    this.#stopping = stopping
  }

  async remove(path: string): Promise<boolean> {
    try {
      await unlessStopped(this.#stopping, () => this.#images.remove(path))
      return true
    } catch (error) {
      if (this.#stopping?.aborted) return false
      this.#failed += 1
      if (this.#failed <= MOST_NAMED)
        this.#log.warn({ err: error, path }, 'An image could not be removed; a later sweep will try again')
      return false
    }
  }

  end() {
    if (this.#failed > MOST_NAMED)
      this.#log.warn(
        { failed: this.#failed },
        'More images could not be removed; a later sweep will try again',
      )
  }
}
