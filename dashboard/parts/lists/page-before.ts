import { keepIn } from '../../keep-in.ts'

/** A page of a list has a cursor for the next page but none for the previous one, so this tab remembers that. */
const keyOf = (path: string, search: object) => `haat-before:${path}:${JSON.stringify(search)}`

/** If storage is full, going back leads to the first page. */
export const keepPageBefore = (path: string, search: object, before: object) =>
  keepIn(sessionStorage, keyOf(path, search), JSON.stringify(before))

export function pageBefore(path: string, search: object): object | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(path, search))
    return kept === null ? undefined : JSON.parse(kept)
  } catch {
    return undefined
  }
}
