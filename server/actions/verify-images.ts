import { ORPHANED_MS } from '../storage/invariants/images.ts'
import type { Offender } from '../storage/invariants/invariant.ts'
import { MOST_TOLD, type Offenders } from '../storage/invariants.ts'
import { isImageUsed, knownImages, pagesOfUsedImages } from '../storage/used-images.ts'
import type { World } from '../world.ts'
import { imageOf, oldFiles } from './old-files.ts'

type Kept = Pick<World, 'db' | 'images'>

const AT_ONCE = 16

/** Images that something shows and whose file is not there. */
export async function imageFilesMissing({ db, images }: Kept): Promise<Offenders> {
  const found = new Found('its file is missing')
  for await (const page of pagesOfUsedImages(db)) {
    for (const together of partsOf(page, AT_ONCE)) {
      await Promise.all(
        together.map(async ({ store_id, hash, extension }) => {
          if (await images.has(`${store_id}/${hash}.${extension}`)) return
          // It may have been let go and swept since the page was read.
          if (await isImageUsed(db, { store_id, hash })) found.add(store_id, hash)
        }),
      )
    }
  }
  return found
}

/** Files of images that no row knows, once the sweep has had its time. */
export async function imageFilesUnknown({ db, images }: Kept, now: number): Promise<Offenders> {
  const found = new Found('a file that no row knows')
  for await (const paths of oldFiles(images, now - ORPHANED_MS)) {
    const files = paths.flatMap((path) => imageOf(path) ?? [])
    const known = await knownImages(db, files)
    for (const { store_id, hash } of files) if (!known.has(`${store_id}/${hash}`)) found.add(store_id, hash)
  }
  return found
}

/** Counts all and remembers the first few. */
class Found implements Offenders {
  count = 0
  readonly first: Offender[] = []
  readonly #problem: string

  constructor(problem: string) {
    this.#problem = problem
  }

  add(store_id: string, id: string) {
    this.count++
    if (this.first.length < MOST_TOLD) this.first.push({ store_id, id, problem: this.#problem })
  }
}

function* partsOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
