import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../actions/refused.ts'
import {
  type Asking,
  type ImageStore,
  ImageStoreUnavailable,
  type StoredFile,
} from '../images/image-store.ts'

const PAUSES_MS = [200, 1000, 5000, 20_000]

/** Retries, for work of an hour that must not fail because of one lost connection. No visitor waits for it. */
export function patientStore(images: ImageStore, pausesMs: readonly number[] = PAUSES_MS): ImageStore {
  const patiently: Asking = (question) => triedAgain(question, pausesMs)
  return {
    put: (path, bytes, type) => patiently(() => images.put(path, bytes, type)),
    read: (path) => patiently(() => readWhole(images, path)),
    has: (path) => patiently(() => images.has(path)),
    remove: (path) => patiently(() => images.remove(path)),
    list: (storeId) => images.list(storeId, patiently),
    freeBytes: () => patiently(() => images.freeBytes()),
    readMark: () => patiently(() => images.readMark()),
    writeMark: (id) => patiently(() => images.writeMark(id)),
    claimMark: (id) => patiently(() => images.claimMark(id)),
  }
}

/** Reads the whole file, so that a read that breaks off is retried from its beginning. */
async function readWhole(images: ImageStore, path: string): Promise<StoredFile | undefined> {
  const file = await images.read(path)
  if (!file) return undefined
  const whole = await buffer(file.stream)
  return { bytes: whole.length, stream: Readable.from([whole]) }
}

async function triedAgain<T>(work: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ImageStoreUnavailable)) throw error
      await sleep(pauseMs)
    }
  }
  return work().catch((error) => {
    throw error instanceof ImageStoreUnavailable ? new Refused(givenUp(error, pausesMs.length + 1)) : error
  })
}

const givenUp = ({ message }: Error, tries: number) =>
  `${message}. It was tried ${tries} times. Check that what IMAGE_STORE names can be reached.`
