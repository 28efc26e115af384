import type { Draft } from './rebase.ts'

const STORE = 'drafts'

let opened: Promise<IDBDatabase> | undefined

/** What of a draft is too large for the browser's simple storage: pictures that were added and not yet saved. */
export const readLarge = <T>(key: string): Promise<Draft<T> | undefined> =>
  within('readonly', (drafts) => drafts.get(key)) as Promise<Draft<T> | undefined>

export const keepLarge = <T>(key: string, draft: Draft<T>) =>
  within('readwrite', (drafts) =>
    Object.keys(draft.mine).length === 0 ? drafts.delete(key) : drafts.put(draft, key),
  )

/** All whose key begins so. */
const from = (start: string) => IDBKeyRange.bound(start, `${start}\uffff`)

export const hasLargeOf = async (start: string) =>
  Number((await within('readonly', (drafts) => drafts.count(from(start)))) ?? 0) > 0

export const dropLargeOf = (start: string) => within('readwrite', (drafts) => drafts.delete(from(start)))

/** Undefined also where the browser keeps nothing: the form itself still holds everything. */
async function within(
  mode: IDBTransactionMode,
  act: (drafts: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    opened ??= open()
    const transaction = (await opened).transaction(STORE, mode)
    const result = settled(act(transaction.objectStore(STORE)))
    // Said at once, so that a page that is left in the next moment has been heard.
    transaction.commit()
    return await result
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
