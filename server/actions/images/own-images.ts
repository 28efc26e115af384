import type { Whose } from '../../rules/images/whose-images.ts'
import { knownImages } from '../../storage/images/used-images.ts'
import type { World } from '../../world.ts'
import { Refused } from '../refused.ts'
import { markImages, whoseImages } from './image-mark.ts'
import { oldFiles, picturesAt } from './old-files.ts'

export interface OwnImages {
  whose: Whose
  known: number
  /** Files that this installation's sweep removes. */
  unknown: number
}

/**
 * Makes this installation the owner of the files in the image store; without `confirmed` it only counts what would
 * follow.
 */
export async function ownImages(world: World, { confirmed }: { confirmed: boolean }): Promise<OwnImages> {
  const whose = await whoseImages(world)
  const counted = await countFiles(world)
  if (counted.known === 0 && counted.unknown > 0)
    throw new Refused(
      `This database knows none of the ${counted.unknown} pictures there, and nothing was changed. Check that DATABASE_URL, DATA_DIR and IMAGE_STORE name what belongs together.`,
    )
  if (confirmed) await markImages(world)
  return { whose, ...counted }
}

async function countFiles({ db, images, now }: World) {
  const counted = { known: 0, unknown: 0 }
  for await (const paths of oldFiles(images, now())) {
    const files = picturesAt(paths)
    const { size } = await knownImages(db, files)
    counted.known += size
    counted.unknown += files.length - size
  }
  return counted
}
