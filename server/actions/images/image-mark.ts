import { type ImageStore, ImageStoreUnavailable, pathOf } from '../../images/image-store.ts'
import { type Whose, whose } from '../../rules/images/whose-images.ts'
import {
  becomeInstallation,
  beginInstallation,
  findInstallation,
} from '../../storage/database/installation.ts'
import { knownImages, nameOf } from '../../storage/images/used-images.ts'
import type { World } from '../../world.ts'
import { oldFiles, picturesAt } from './old-files.ts'

type Kept = Pick<World, 'db' | 'images'>
type Marking = Kept & Pick<World, 'newId'>

const MISSING =
  'The image store is empty, but pictures were put there before: new ones go there all the same. Check that its disk is mounted, and that DATA_DIR and IMAGE_STORE name it'

/**
 * Tells which installation owns the files of the image store. Another installation may have put them there, and this
 * database knows nothing of its pictures: so only files that are certainly ours are removed.
 */
export async function whoseImages({ db, images }: Kept, stopping?: AbortSignal): Promise<Whose> {
  const mark = await images.readMark()
  const installation = await findInstallation(db)
  const isNamed = installation?.isMarking === false
  if (mark !== undefined) {
    const isOwn = mark === installation?.id
    return whose({ isNamed, mark: isOwn ? 'own' : 'others', known: false, foreign: false })
  }
  return whose({ isNamed, mark: 'none', ...(await lookAtFiles({ db, images }, isNamed, stopping)) })
}

/** Stops as soon as the answer is known: only an installation that first finds its own files looks at all of them. */
async function lookAtFiles({ db, images }: Kept, isNamed: boolean, stopping?: AbortSignal) {
  const seen = { known: false, foreign: false }
  for await (const paths of oldFiles(images, Number.POSITIVE_INFINITY, stopping)) {
    const files = picturesAt(paths)
    const rows = await knownImages(db, files)
    seen.known ||= rows.size > 0
    for (const file of files) {
      if (rows.has(nameOf(file))) continue
      // A sweep may have taken file and row since the file was listed.
      seen.foreign ||= await images.has(pathOf(file))
      if (seen.foreign) break
    }
    if (seen.foreign || (seen.known && isNamed)) break
  }
  return seen
}

/**
 * Whether files may be removed; first marks them if they are ours without a mark yet. A look that a stop broke off
 * allows no removal.
 */
export async function mayRemoveImages(world: Marking, stopping?: AbortSignal): Promise<boolean> {
  const owner = await whoseImages(world, stopping)
  if (stopping?.aborted) return false
  return owner === 'unmarked' ? claimImages(world) : owner !== 'anothers'
}

const decided = new WeakSet<ImageStore>()

/**
 * Runs once per process, before its first upload: so no picture is stored in an unmarked place, and another
 * installation keeps its mark. A database that uploads to a place of another is named at once; otherwise its own
 * pictures would later make the others look like its own too.
 */
export async function markBeforeUploads(world: Marking & Pick<World, 'log'>): Promise<void> {
  if (decided.has(world.images)) return
  const owner = await whoseImages(world)
  if (owner === 'missing') world.log.warn(MISSING)
  if (owner === 'anothers') await becomeNamed(world)
  else if (owner !== 'ours') await claimImages(world)
  decided.add(world.images)
}

/**
 * Saves the id first; it counts only once the mark is written, so a failure in between is repaired by the next call.
 * False where another installation has marked the place since the look.
 */
export async function claimImages(world: Marking): Promise<boolean> {
  const { db, images, newId } = world
  const id = await beginInstallation(db, newId())
  await images.claimMark(id)
  const mark = await images.readMark()
  if (mark === undefined) throw new ImageStoreUnavailable('Another instance is marking the image store')
  await becomeNamed(world)
  return mark === id
}

/** Marks the place as ours even if another installation has marked it before. */
export async function markImages(world: Marking): Promise<void> {
  await world.images.writeMark(await beginInstallation(world.db, world.newId()))
  await becomeNamed(world)
}

async function becomeNamed({ db, newId }: Marking): Promise<void> {
  const id = await beginInstallation(db, newId())
  await becomeInstallation(db, { id, isMarking: false })
}
