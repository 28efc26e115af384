import type { Readable } from 'node:stream'
import { type ImageExtension, TYPE_OF_EXTENSION } from '#contract/image-types.ts'

/** How long it is may be unknown: a server on the way may send it in pieces, or packed. */
export type StoredFile = { bytes: number | undefined; stream: Readable }
export type ListedFile = { path: string; bytes: number; modifiedAt: number }

/** The store cannot be reached, is silent or has too much to do: what failed may be tried again. */
export class ImageStoreUnavailable extends Error {}

/** The file opens, and what is in it cannot be read: its place on the disk is damaged, which costs this picture alone. */
export const isUnreadable = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'EIO' && syscall === 'read'
}

/** How each single question to a store is asked. */
export type Asking = <T>(question: () => Promise<T>) => Promise<T>

/**
 * Where the bytes of uploads are. A path is `{store_id}/{sha256}.{extension}`, so that a file never changes and putting
 * it twice does no harm.
 */
export interface ImageStore {
  /** Kept for good when the promise resolves. */
  put(path: string, bytes: Uint8Array, type: string): Promise<void>
  read(path: string): Promise<StoredFile | undefined>
  has(path: string): Promise<boolean>
  /** What is gone already counts as removed. */
  remove(path: string): Promise<void>
  /** Everything that is stored, of one store or of all, also what an interrupted `put` left behind. */
  list(storeId?: string, asking?: Asking): AsyncIterable<ListedFile>
  /** The id of the installation whose files these are; undefined where there is none. */
  readMark(): Promise<string | undefined>
  writeMark(id: string): Promise<void>
  /** The same where there is none yet, and leaves one that is there: of all who do so at once the first has marked it. */
  claimMark(id: string): Promise<void>
}

/** The name of the mark among the files, which no list shows. */
export const MARK = 'haat-installation'

/** One picture as it is stored. */
interface StoredImage {
  store_id: string
  hash: string
  extension: ImageExtension
}

export const pathOf = ({ store_id, hash, extension }: Record<keyof StoredImage, string>): string =>
  `${store_id}/${hash}.${extension}`

const PATH = new RegExp(
  `^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/([0-9a-f]{64})\\.(${Object.keys(TYPE_OF_EXTENSION).join('|')})$`,
)

/** How the name goes on of a file that is still being put. */
export const PARTIAL = /\.[0-9a-f-]{36}\.partial$/

/** The picture that a path names; undefined for anything that we would not have written. */
export function imageAt(path: string): StoredImage | undefined {
  const [, store_id, hash, extension] = PATH.exec(path) ?? []
  return store_id && hash ? { store_id, hash, extension: extension as ImageExtension } : undefined
}
