/** A page of a list knows where the next one begins, and not where the one before it did: this tab remembers that. */
const keyOf = (path: string, search: object) => `haat-before:${path}:${JSON.stringify(search)}`

export function keepPageBefore(path: string, search: object, before: object) {
  try {
    sessionStorage.setItem(keyOf(path, search), JSON.stringify(before))
  } catch {
    // The browser keeps nothing: going back begins at the first page.
  }
}

export function pageBefore(path: string, search: object): object | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(path, search))
    return kept === null ? undefined : JSON.parse(kept)
  } catch {
    return undefined
  }
}
