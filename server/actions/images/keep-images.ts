import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf } from '../../images/image-store.ts'
import { CheckedUpload } from '../../rules/images/image-fields.ts'
import { imagePath, ownImage } from '../../rules/images/image-url.ts'
import type { Queries } from '../../storage/engine.ts'
import {
  type ImageOwner,
  insertImageUses,
  shareImages,
  touchImage,
  touchImages,
} from '../../storage/images/images.ts'
import type { World } from '../../world.ts'
import { markBeforeUploads } from './image-mark.ts'

/** How often to check whether a sweep has removed the file that is to be stored again. */
const ASK_AGAIN_MS = 100

/** What the request sent: a URL, or an upload that was checked. */
export type ImageValue = string | CheckedUpload

/**
 * Puts uploads into the image store, before the transaction that will use them: first the rows that keep a sweep away,
 * then the bytes. What a failed request leaves behind is swept later.
 */
export async function storeUploads(world: World, storeId: string, values: readonly ImageValue[]) {
  const { db, images, now } = world
  const uploads = values.filter((value) => value instanceof CheckedUpload)
  if (uploads.length > 0) await markBeforeUploads(world)
  const byHash = new Map(uploads.map((upload) => [upload.hash, upload]))
  const sorted = [...byHash.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1))
  const rows = sorted.map(({ hash, extension, bytes }) => {
    return { store_id: storeId, hash, extension, bytes: bytes.byteLength }
  })
  while (!(await touchImages(db, rows, now()))) await sleep(ASK_AGAIN_MS)
  for (const { hash, extension, bytes, type } of byHash.values()) {
    await images.put(pathOf({ store_id: storeId, hash, extension }), bytes, type)
  }
}

/**
 * Gives an earlier upload another hour to be used, when its form is sent again. False where it was swept and must be
 * uploaded again.
 */
export const holdUpload = ({ db, now }: World, storeId: string, hash: string): Promise<boolean> =>
  touchImage(db, storeId, hash, now())

export interface KeptImages {
  /** In the order of the values: the path of an image of ours, otherwise the URL that was sent. */
  values: string[]
  hashes: string[]
  /** The URLs that name an image of ours which is gone or going. */
  gone: ReadonlySet<string>
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
  const held = await shareImages(tx, storeId, [...new Set(found.flatMap((own) => own?.hash ?? []))])
  const kept = found.map((own) => {
    const extension = own && held.get(own.hash)
    return extension && own.path === imagePath(storeId, own.hash, extension) ? own : undefined
  })
  return {
    values: sent.map((value, i) => kept[i]?.path ?? asSent(value)),
    hashes: kept.flatMap((own) => own?.hash ?? []),
    gone: new Set(urlsIn(sent.filter((_, i) => found[i] && !kept[i]))),
  }
}

const urlsIn = (values: readonly ImageValue[]) => values.filter((value) => typeof value === 'string')

/**
 * An upload has an hour from being stored to being used. Only a clock that was set, or the deletion of its store, can
 * end that early.
 */
export class UploadSwept extends Error {
  constructor() {
    super('An upload was swept before it was used')
  }
}

function asSent(value: ImageValue): string {
  if (typeof value === 'string') return value
  throw new UploadSwept()
}

/** Notes which of our images are among the values, so that they stay as long as their owner does. */
export async function noteImageUses(
  tx: Queries,
  world: World,
  storeId: string,
  owner: ImageOwner,
  values: readonly string[],
) {
  const { hashes } = await keepImages(tx, world, storeId, values)
  await insertImageUses(tx, storeId, owner, hashes)
}
