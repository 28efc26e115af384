import { keepIn } from '../keep-in.ts'
import { dropLarge, dropLargeOf, hasLargeOf, keepLarge } from './large-drafts.ts'
import { type Draft, exchange, isNothing, nothing } from './rebase.ts'

const PREFIX = 'haat-draft:'

/** The idempotency key of the last sending, and the digest of what was sent. */
interface Attempt {
  sent: string
  name: string
}

/** A draft holds what was typed and not yet saved, so that a closed tab or an ended session loses nothing. */
export const readDraft = <T>(key: string) => read(key) as Draft<T> | undefined

/** Replaces what the form had put into the draft (`before`) by what it has now. False where storage is full. */
export function keepDraft<T extends object>(key: string, before: Partial<T>, now: Draft<T>): boolean {
  const draft = exchange(readDraft<T>(key) ?? nothing(), before, now)
  if (!isNothing(draft)) return keep(key, draft)
  return keep(attemptKey(key), undefined) && keep(key, undefined)
}

/** The draft's last sending, to be retried under the same key if its answer never came. */
export const readAttempt = (key: string) => read(attemptKey(key)) as Attempt | undefined

export const keepAttempt = (key: string, attempt: Attempt) => keep(attemptKey(key), attempt)

/** After saving: removes from the draft what this form had put there. Its pictures are removed separately. */
export function forgetDraft<T extends object>(key: string, words: Partial<T>) {
  keepDraft(key, words, nothing())
  keep(attemptKey(key), undefined)
}

/** Removes the whole draft, whichever tab wrote it. */
export function dropDraft(key: string) {
  keep(key, undefined)
  keep(attemptKey(key), undefined)
  void dropLarge(key)
}

/** Prepares a draft that a form finds when it is opened later. */
export function leaveDraft<T extends object>(key: string, mine: Partial<T>, large: readonly (keyof T)[]) {
  const [pictures, words] = [true, false].map((isLarge) =>
    Object.fromEntries(Object.entries(mine).filter(([name]) => large.includes(name as keyof T) === isLarge)),
  )
  keepDraft(key, {}, { mine: words!, was: {} })
  void keepLarge(key, {}, { mine: pictures!, was: {} })
}

const attemptKey = (key: string) => `${key}:attempt`

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** False where the browser's storage is full. The form itself still holds everything. */
function keep(key: string, value: object | undefined): boolean {
  if (value !== undefined) return keepIn(localStorage, PREFIX + key, JSON.stringify(value))
  localStorage.removeItem(PREFIX + key)
  return true
}

/** Drafts belong to a person: on a shared machine others do not see them, and signing out deletes them. */
export const draftKey = (personId: string, ...parts: string[]) => [personId, ...parts].join(':')

const keptOf = (personId: string) =>
  Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + draftKey(personId, '')))

export const hasDraftsOf = async (personId: string): Promise<boolean> =>
  keptOf(personId).length > 0 || (await hasLargeOf(draftKey(personId, '')))

export async function dropDraftsOf(personId: string) {
  for (const key of keptOf(personId)) localStorage.removeItem(key)
  await dropLargeOf(draftKey(personId, ''))
}
