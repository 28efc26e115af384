import { type Draft, exchange, isNothing, nothing } from './rebase.ts'

const STORE = 'drafts'

let opened: Promise<IDBDatabase> | undefined

/** The part of a draft that is too large for localStorage: pictures that were added and not yet saved. */
export const readLarge = <T>(key: string) =>
  within('readonly', (drafts) => settled<Draft<T> | undefined>(drafts.get(key)))

/** Replaces what the form had put there (`before`) by what it has now. False where storage is full. */
export async function keepLarge<T extends object>(key: string, before: Partial<T>, now: Draft<T>) {
  const isKept = await within('readwrite', async (drafts) => {
    const kept = await settled<Draft<T> | undefined>(drafts.get(key))
    const next = exchange(kept ?? nothing(), before, now)
    if (isNothing(next)) drafts.delete(key)
    else drafts.put(next, key)
    return true
  })
  return isKept === true
}

export const dropLarge = (key: string) => within('readwrite', async (drafts) => drafts.delete(key))

/** The range of keys with this prefix. */
const from = (start: string) => IDBKeyRange.bound(start, `${start}\uffff`)

export const hasLargeOf = async (start: string) =>
  Number((await within('readonly', (drafts) => settled(drafts.count(from(start))))) ?? 0) > 0

export const dropLargeOf = (start: string) =>
  within('readwrite', async (drafts) => drafts.delete(from(start)))

/** Undefined also where IndexedDB does not work: the form itself still holds everything. */
async function within<Result>(
  mode: IDBTransactionMode,
  act: (drafts: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    opened ??= open()
    const transaction = (await opened).transaction(STORE, mode)
    const asked = async () => {
      const result = await act(transaction.objectStore(STORE))
      // Committed explicitly, so that the change survives if the page is left right afterwards.
      transaction.commit()
      return result
    }
    const [result] = await Promise.all([asked(), ended(transaction)])
    return result
  } catch {
    opened = undefined // The browser may have closed it: the next draft opens it anew.
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('haat', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return settled(request)
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** A full storage shows only when the transaction ends. */
const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
