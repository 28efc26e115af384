import { type Draft, exchange, isNothing, nothing } from './rebase.ts'

const STORE = 'drafts'

let opened: Promise<IDBDatabase> | undefined

/** What of a draft is too large for the browser's simple storage: pictures that were added and not yet saved. */
export const readLarge = <T>(key: string) =>
  within('readonly', (drafts) => settled<Draft<T> | undefined>(drafts.get(key)))

/** Puts what a form has now in the place of what it had put there, and tells whether there was room for it. */
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

/** All whose key begins so. */
const from = (start: string) => IDBKeyRange.bound(start, `${start}\uffff`)

export const hasLargeOf = async (start: string) =>
  Number((await within('readonly', (drafts) => settled(drafts.count(from(start))))) ?? 0) > 0

export const dropLargeOf = (start: string) =>
  within('readwrite', async (drafts) => drafts.delete(from(start)))

/** Undefined also where the browser keeps nothing: the form itself still holds everything. */
async function within<Result>(
  mode: IDBTransactionMode,
  act: (drafts: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    opened ??= open()
    const transaction = (await opened).transaction(STORE, mode)
    const asked = async () => {
      const result = await act(transaction.objectStore(STORE))
      // Said at once, so that a page that is left in the next moment has been heard.
      transaction.commit()
      return result
    }
    const [result] = await Promise.all([asked(), ended(transaction)])
    return result
  } catch {
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

/** That there is no room is told only when all is to be written. */
const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
