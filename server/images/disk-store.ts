import { randomUUID } from 'node:crypto'
import { link, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freeBytesIn } from '../files/free-bytes.ts'
import { makeFolder } from '../files/make-folder.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { parseId } from '../rules/values/uuid.ts'
import { type ImageStore, imageAt, type ListedFile, MARK, PARTIAL, type StoredFile } from './image-store.ts'

const PIECE_BYTES = 256 * 1024

/** Files in a folder, a sub-folder per store. */
export class DiskStore implements ImageStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(path: string, bytes: Uint8Array): Promise<void> {
    const file = this.#fileOf(path)
    // A file with any other content is damaged, and is repaired here.
    if (!(await holds(file, bytes))) return await replace(file, bytes)
    // Whoever has put it may be about to do this, or was killed before it.
    await syncFolder(dirname(file))
  }

  async read(path: string): Promise<StoredFile | undefined> {
    const file = await open(this.#fileOf(path)).catch(undefinedIfMissing)
    if (!file) return undefined
    try {
      const { size } = await file.stat()
      return { bytes: size, stream: file.createReadStream() }
    } catch (error) {
      await file.close().catch(() => {}) // Node ends the process for a file that nobody has closed.
      throw error
    }
  }

  async has(path: string): Promise<boolean> {
    return (await lengthOf(this.#fileOf(path))) !== undefined
  }

  async remove(path: string): Promise<void> {
    await rm(this.#fileOf(path), { force: true })
  }

  async *list(storeId?: string): AsyncGenerator<ListedFile> {
    const stores = storeId ? [storeId] : await readdir(this.#folder).catch(undefinedIfMissing)
    // Other folders, such as the lost+found of a disk, are not ours, and perhaps not for us to read.
    for (const store of stores?.filter(parseId) ?? []) {
      const folder = await opendir(join(this.#folder, store)).catch(undefinedIfMissing)
      for await (const entry of folder ?? []) {
        const stats = await stat(join(this.#folder, store, entry.name)).catch(undefinedIfMissing)
        if (!stats?.isFile()) continue
        yield { path: `${store}/${entry.name}`, bytes: stats.size, modifiedAt: stats.mtimeMs }
      }
    }
  }

  async freeBytes(): Promise<number> {
    return (await freeBytesIn(this.#folder).catch(undefinedIfMissing)) ?? Number.POSITIVE_INFINITY
  }

  async readMark(): Promise<string | undefined> {
    return (await readFile(this.#mark, 'utf8').catch(undefinedIfMissing))?.trim()
  }

  async writeMark(id: string): Promise<void> {
    await replace(this.#mark, markOf(id))
  }

  async claimMark(id: string): Promise<void> {
    await write(this.#mark, markOf(id), linkOrRename)
  }

  get #mark() {
    return join(this.#folder, MARK)
  }

  /** Accepts only paths of images, so none can lead out of the folder. */
  #fileOf(path: string): string {
    if (!imageAt(path.replace(PARTIAL, ''))) throw new Error(`"${path}" is no path of an image`)
    return join(this.#folder, path)
  }
}

async function lengthOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(undefinedIfMissing))?.size
}

/** A file that cannot be read counts as different. */
async function holds(file: string, bytes: Uint8Array): Promise<boolean> {
  if ((await lengthOf(file)) !== bytes.byteLength) return false
  return isSame(file, bytes).catch(() => false)
}

/** In pieces: comparing the whole file at once would block every other request. */
async function isSame(file: string, bytes: Uint8Array): Promise<boolean> {
  await using handle = await open(file)
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES, at)
    const kept = piece.subarray(0, bytesRead)
    if (bytesRead === 0 || !kept.equals(bytes.subarray(at, at + bytesRead))) return false
    at += bytesRead
  }
  return true
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

const markOf = (id: string) => Buffer.from(`${id}\n`)

/** Atomic: after a crash there is the whole new file, or what was there before. */
const replace = (file: string, bytes: Uint8Array): Promise<void> => write(file, bytes, rename)

async function write(
  file: string,
  bytes: Uint8Array,
  place: (partial: string, file: string) => Promise<void>,
): Promise<void> {
  const partial = `${file}.${randomUUID()}.partial`
  await haveFolder(dirname(file))
  try {
    await writeSynced(partial, bytes)
    await place(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  await syncFolder(dirname(file))
}

/**
 * `link` fails where there is a file already, so the first wins. Without links, the file is still replaced atomically.
 */
async function linkOrRename(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(partial, file)
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  await using handle = await open(file, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    throw Object.assign(error as Error, { path: file }) // An open file fails without saying which it is.
  }
}

/** Looks before it creates the folder, because creating is synchronous: on a disk that hangs, only this look waits. */
async function haveFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(undefinedIfMissing))?.isDirectory()) return
  const made = makeFolder(folder)
  if (made) await syncFolder(dirname(made))
}
