import { dropLargeOf, hasLargeOf, keepLarge } from './large-drafts.ts'
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

const keptOf = (personId: string) =>
  Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + draftKey(personId, '')))

export const hasDraftsOf = async (personId: string): Promise<boolean> =>
  keptOf(personId).length > 0 || (await hasLargeOf(draftKey(personId, '')))

export async function dropDraftsOf(personId: string) {
  for (const key of keptOf(personId)) localStorage.removeItem(key)
  await dropLargeOf(draftKey(personId, ''))
}
