import { keepIn } from '../../keep-in.ts'

/** A page of a list knows where the next one begins, and not where the one before it did: this tab remembers that. */
const keyOf = (path: string, search: object) => `haat-before:${path}:${JSON.stringify(search)}`

/** Where there is no room for it, going back begins at the first page. */
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
