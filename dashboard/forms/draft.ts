import { keepIn } from '../keep-in.ts'
import { dropLarge, dropLargeOf, hasLargeOf, keepLarge } from './large-drafts.ts'
import { type Draft, exchange, isNothing, nothing } from './rebase.ts'

const PREFIX = 'haat-draft:'

/** The name under which something was sent, and what that was. */
interface Attempt {
  sent: string
  name: string
}

/** What was typed and not yet saved, so that a closed tab or an ended session loses nothing. */
export const readDraft = <T>(key: string) => read(key) as Draft<T> | undefined

/** Puts what a form has now in the place of what it had put there before, and tells whether that could be done. */
export function keepDraft<T extends object>(key: string, before: Partial<T>, now: Draft<T>): boolean {
  const draft = exchange(readDraft<T>(key) ?? nothing(), before, now)
  if (!isNothing(draft)) return keep(key, draft)
  return keep(attemptKey(key), undefined) && keep(key, undefined)
}

/** Under which name the draft was sent last, in case the answer never came. */
export const readAttempt = (key: string) => read(attemptKey(key)) as Attempt | undefined

export const keepAttempt = (key: string, attempt: Attempt) => keep(attemptKey(key), attempt)

/** Once it is saved what a form had put there; its pictures are taken out in their turn. */
export function forgetDraft<T extends object>(key: string, words: Partial<T>) {
  keepDraft(key, words, nothing())
  keep(attemptKey(key), undefined)
}

/** All of it, whichever tab has put it there. */
export function dropDraft(key: string) {
  keep(key, undefined)
  keep(attemptKey(key), undefined)
  void dropLarge(key)
}

/** For a form that is yet to be opened, which finds this as its draft. */
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
