import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type ImageStore, isUnreadable, pathOf } from '../images/image-store.ts'
import { readRows } from '../storage/database/table-rows.ts'
import type { Queries } from '../storage/engine.ts'
import { isImageUsed } from '../storage/images/used-images.ts'
import type { ImageRow } from '../storage/schema.ts'
import type { DataRecord } from './records.ts'

type ListedImage = Omit<ImageRow, 'bytes'>
type ImageRecord = Extract<DataRecord, { image: string }>

const IMAGES = {
  name: 'images',
  columns: ['store_id', 'hash', 'extension', 'touched_at'],
  key: ['store_id', 'hash'],
}

/** Reads the files of all images once: most before the snapshot of the rows, new ones after it. */
export class ImageReader {
  readonly #images: ImageStore
  readonly #newSince: number
  /** The new images that have been read. */
  readonly #read = new Set<string>()
  readonly #absent = new Set<string>()
  count = 0
  /** Images in use whose file is missing or damaged. */
  missing = 0

  constructor(images: ImageStore, newSince: number) {
    this.#images = images
    this.#newSince = newSince
  }

  async *read(db: Queries): AsyncGenerator<ImageRecord> {
    for await (const image of listImages(db)) yield* this.#take(image)
  }

  async *readWhatIsNew(frozen: Queries): AsyncGenerator<ImageRecord> {
    for await (const image of listImages(frozen)) {
      const path = pathOf(image)
      if (!this.#absent.delete(path) && (!this.#isNew(image) || this.#read.has(path))) continue
      yield* this.#take(image)
      if (this.#absent.has(path) && (await isImageUsed(frozen, image))) this.missing += 1
    }
  }

  async *#take(image: ListedImage): AsyncGenerator<ImageRecord> {
    const path = pathOf(image)
    const bytes = await this.#bytesOf(path)
    if (!bytes || hash('sha256', bytes) !== image.hash) return void this.#absent.add(path)
    if (this.#isNew(image)) this.#read.add(path)
    this.count += 1
    yield { image: path, bytes }
  }

  /** An unreadable picture must not stop the copying of all else, least of all when the disk is failing. */
  async #bytesOf(path: string): Promise<Buffer | undefined> {
    try {
      const file = await this.#images.read(path)
      return file && (await buffer(file.stream))
    } catch (error) {
      if (isUnreadable(error)) return undefined
      throw error
    }
  }

  #isNew({ touched_at }: ListedImage) {
    return touched_at >= this.#newSince
  }
}

async function* listImages(db: Queries): AsyncGenerator<ListedImage> {
  for await (const rows of readRows(db, IMAGES)) {
    for (const [store_id, hash, extension, touched_at] of rows as Array<[string, string, string, number]>) {
      yield { store_id, hash, extension, touched_at }
    }
  }
}
