import { NAME_LIMITS } from '#contract/names.ts'
import { BUSINESS_LIMITS } from '#contract/policies.ts'
import { hasInvalidCharacters, isLongerThan } from './characters.ts'
import { onFirstUse } from './on-first-use.ts'

export const storeNameProblem = (name: string) => nameProblem('The store name', name, NAME_LIMITS.store)

export const personNameProblem = (name: string) => nameProblem('Your name', name, NAME_LIMITS.person)

/** If empty, mails come from the store's own name. */
export const senderNameProblem = (name: string) =>
  name.trim() === '' ? undefined : nameProblem('The sender name', name, NAME_LIMITS.store)

/** If empty, the store's own name is used. */
export const businessNameProblem = (name: string) =>
  name.trim() === '' ? undefined : nameProblem('The business name', name, BUSINESS_LIMITS.name)

export const categoryNameProblem = (name: string) =>
  nameProblem('The category name', name, NAME_LIMITS.category)

function nameProblem(label: string, name: string, most: number): string | undefined {
  if (name.trim() === '') return `${label} must not be empty`
  if (hasInvalidCharacters(name) || /\p{Cc}/u.test(name)) return `${label} contains invalid characters`
  return isLongerThan(name, most) ? `${label} must be at most ${most} characters` : undefined
}

const collator = onFirstUse(() => new Intl.Collator('en', { numeric: true }))

/** Sorts names as people expect, ignoring case; a database would put capitals first, or follow its server's locale. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  collator().compare(one.name, other.name)
