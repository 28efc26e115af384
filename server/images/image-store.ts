import type { Readable } from 'node:stream'
import { type ImageExtension, TYPE_OF_EXTENSION } from '#contract/image-types.ts'

/** The length may be unknown: a proxy on the way may send the file chunked or compressed. */
export type StoredFile = { bytes: number | undefined; stream: Readable }
export type ListedFile = { path: string; bytes: number; modifiedAt: number }

/** The store cannot be reached, is silent or has too much to do: the request may be tried again. */
export class ImageStoreUnavailable extends Error {}

/** The store answers and refuses, such as an unknown key: only an operator can change that. */
export class ImageStoreRefuses extends Error {}

/** The file opens but cannot be read: its place on the disk is damaged, which affects this picture alone. */
export const isUnreadable = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'EIO' && syscall === 'read'
}

/** Wraps each single request to a store. */
export type Asking = <T>(question: () => Promise<T>) => Promise<T>

/**
 * Stores the bytes of uploads. A path is `{store_id}/{sha256}.{extension}`, so a file never changes, and putting it
 * twice does no harm.
 */
export interface ImageStore {
  /** Resolves once the file is stored durably. */
  put(path: string, bytes: Uint8Array, type: string): Promise<void>
  read(path: string): Promise<StoredFile | undefined>
  has(path: string): Promise<boolean>
  /** A missing file counts as removed. */
  remove(path: string): Promise<void>
  /** Everything that is stored, of one store or of all, also what an interrupted `put` left behind. */
  list(storeId?: string, asking?: Asking): AsyncIterable<ListedFile>
  /** How much more it can store; infinite where nobody can tell. */
  freeBytes(): Promise<number>
  /** The id of the installation whose files these are; undefined where there is none. */
  readMark(): Promise<string | undefined>
  writeMark(id: string): Promise<void>
  /** Writes the mark unless there is one. Of several that do so at once, the first wins. */
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

/** The end of the name of a file that is still being written. */
export const PARTIAL = /\.[0-9a-f-]{36}\.partial$/

/** The picture that a path names; undefined for anything that we would not have written. */
export function imageAt(path: string): StoredImage | undefined {
  const [, store_id, hash, extension] = PATH.exec(path) ?? []
  return store_id && hash ? { store_id, hash, extension: extension as ImageExtension } : undefined
}
