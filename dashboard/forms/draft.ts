import { dropLargeOf, keepLarge } from './large-drafts.ts'
import type { Draft } from './rebase.ts'

const PREFIX = 'haat-draft:'

/** What was typed and not yet saved, so that a closed tab or an ended session loses nothing. */
export function readDraft<T>(key: string): Draft<T> | undefined {
  try {
    const kept = localStorage.getItem(PREFIX + key)
    return kept === null ? undefined : (JSON.parse(kept) as Draft<T>)
  } catch {
    return undefined
  }
}

export function keepDraft<T>(key: string, draft: Draft<T>) {
  try {
    if (Object.keys(draft.mine).length === 0) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, JSON.stringify(draft))
  } catch {
    // The browser's storage is full or closed. The form itself still holds everything.
  }
}

export function dropDraft(key: string) {
  const nothing = { mine: {}, was: {} }
  keepDraft(key, nothing)
  void keepLarge(key, nothing)
}

/** Nobody else on a shared machine finds the drafts of a person, and signing out leaves none of them behind. */
export const draftKey = (personId: string, ...parts: string[]) => [personId, ...parts].join(':')

export async function dropDraftsOf(personId: string) {
  const start = draftKey(personId, '')
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX + start)) localStorage.removeItem(key)
  await dropLargeOf(start)
}
