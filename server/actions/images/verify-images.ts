import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { type ImageStore, imageAt, isUnreadable, pathOf } from '../../images/image-store.ts'
import { isImageUsed, knownImages, nameOf, pagesOfUsedImages } from '../../storage/images/used-images.ts'
import { ORPHANED_MS } from '../../storage/invariants/images.ts'
import type { Offender } from '../../storage/invariants/invariant.ts'
import { MOST_TOLD, type Offenders } from '../../storage/invariants.ts'
import type { World } from '../../world.ts'
import { oldFiles, picturesAt } from './old-files.ts'

type Kept = Pick<World, 'db' | 'images'>

/** Images that are in use but whose file is missing or has changed. */
export async function imageFilesBroken({ db, images }: Kept, deep: boolean): Promise<Offenders> {
  const found = new Found()
  let listed: { storeId: string; bytes: Map<string, number> } | undefined
  for await (const page of pagesOfUsedImages(db)) {
    for (const image of page) {
      const { store_id: storeId, hash, bytes } = image
      const path = pathOf(image)
      // Listing all of a store's files costs as much as asking about one.
      if (listed?.storeId !== storeId) listed = { storeId, bytes: await lengthsIn(images, storeId) }
      const problem = listed.bytes.get(path) !== bytes || deep ? await problemOf(images, path) : undefined
      // The image may have been released and swept since the page was read.
      if (problem && (await isImageUsed(db, image))) found.add(storeId, hash, problem)
    }
  }
  return found
}

async function lengthsIn(images: ImageStore, storeId: string): Promise<Map<string, number>> {
  const lengths = new Map<string, number>()
  for await (const { path, bytes } of images.list(storeId)) lengths.set(path, bytes)
  return lengths
}

async function problemOf(images: ImageStore, path: string): Promise<string | undefined> {
  const file = await images.read(path)
  if (!file) return 'its file is missing'
  const { hash } = imageAt(path)!
  const content = createHash('sha256')
  const isRead = await pipeline(file.stream, content).then(
    () => true,
    (error) => {
      if (isUnreadable(error)) return false
      throw error
    },
  )
  return isRead && content.digest('hex') === hash
    ? undefined
    : 'its file is damaged: upload the picture again'
}

/** Image files without a row that are old enough for the sweep to have found them. */
export async function imageFilesUnknown({ db, images }: Kept, now: number): Promise<Offenders> {
  const found = new Found()
  for await (const paths of oldFiles(images, now - ORPHANED_MS)) {
    const files = picturesAt(paths)
    const known = await knownImages(db, files)
    for (const image of files) {
      if (!known.has(nameOf(image)))
        found.add(image.store_id, image.hash, 'a file that no database row names')
    }
  }
  return found
}

class Found implements Offenders {
  count = 0
  readonly first: Offender[] = []
  add(store_id: string, id: string, problem: string) {
    this.count++
    if (this.first.length < MOST_TOLD) this.first.push({ store_id, id, problem })
  }
}
