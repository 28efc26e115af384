const PREFIX = 'haat-draft:'

/** What was typed and not yet saved, so that a closed tab or an ended session loses nothing. */
export function readDraft<T>(key: string): T | undefined {
  try {
    const kept = localStorage.getItem(PREFIX + key)
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}

export function keepDraft(key: string, values: unknown) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // The browser's storage is full or closed. The form itself still holds everything.
  }
}

export const dropDraft = (key: string) => localStorage.removeItem(PREFIX + key)

/** Signing out on a shared machine leaves nothing behind. */
export function dropAllDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}
