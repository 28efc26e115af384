import { clearLarge, keepLarge } from './large-drafts.ts'

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

export function keepDraft(key: string, values: object) {
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // The browser's storage is full or closed. The form itself still holds everything.
  }
}

export function dropDraft(key: string) {
  keepDraft(key, {})
  void keepLarge(key, {})
}

/** Signing out on a shared machine leaves nothing behind. */
export async function dropAllDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  await clearLarge()
}
