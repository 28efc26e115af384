import type { ImageStore } from '../images/image-store.ts'
import { beInstallation, findInstallation } from '../storage/installation.ts'
import { someImages } from '../storage/used-images.ts'
import type { World } from '../world.ts'

type Kept = Pick<World, 'db' | 'images'>
type Marking = Kept & Pick<World, 'newId'>

/** `unmarked`: ours, put there before there were marks. */
export type Whose = 'ours' | 'unmarked' | 'nobodys' | 'anothers'

/**
 * Whose the files of the image store are. Another installation may have put them there, and would miss what this database
 * does not know: so nothing is removed but what is ours.
 */
export async function whoseImages({ db, images }: Kept): Promise<Whose> {
  const mark = await images.readMark()
  if (mark === undefined && (await isEmpty(images))) return 'nobodys'
  const id = await findInstallation(db)
  if (mark !== undefined) return mark === id ? 'ours' : 'anothers'
  return id === undefined && (await hasSomeOf(db, images)) ? 'unmarked' : 'anothers'
}

/** Whether files may be removed. */
export async function areImagesOurs(world: Marking): Promise<boolean> {
  const whose = await whoseImages(world)
  if (whose === 'unmarked') await markImages(world)
  return whose !== 'anothers'
}

const marked = new WeakSet<ImageStore>()

/** Once per process, before its first upload: so no picture is there without a mark, and another's stays another's. */
export async function markBeforeUploads(world: Marking): Promise<void> {
  if (marked.has(world.images)) return
  const whose = await whoseImages(world)
  if (whose === 'unmarked' || whose === 'nobodys') await markImages(world)
  marked.add(world.images)
}

export async function markImages({ db, images, newId }: Marking): Promise<void> {
  await images.writeMark(await beInstallation(db, newId()))
}

async function isEmpty(images: ImageStore): Promise<boolean> {
  for await (const _ of images.list()) return false
  return true
}

async function hasSomeOf(db: World['db'], images: ImageStore): Promise<boolean> {
  for (const { store_id, hash, extension } of await someImages(db))
    if (await images.has(`${store_id}/${hash}.${extension}`)) return true
  return false
}
