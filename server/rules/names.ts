import { hasInvalidCharacters, isLongerThan } from './characters.ts'

const MOST_STORE_NAME = 80
const MOST_CATEGORY_NAME = 50
const MOST_PERSON_NAME = 80

export const storeNameProblem = (name: string) => nameProblem('The store name', name, MOST_STORE_NAME)

export const personNameProblem = (name: string) => nameProblem('Your name', name, MOST_PERSON_NAME)

/** Empty: mails come from the store's own name. */
export const senderNameProblem = (name: string) =>
  name.trim() === '' ? undefined : nameProblem('The sender name', name, MOST_STORE_NAME)

export const categoryNameProblem = (name: string) =>
  nameProblem('The category name', name, MOST_CATEGORY_NAME)

function nameProblem(label: string, name: string, most: number): string | undefined {
  if (name.trim() === '') return `${label} must not be empty`
  if (hasInvalidCharacters(name) || /\p{Cc}/u.test(name)) return `${label} contains invalid characters`
  return isLongerThan(name, most) ? `${label} must be at most ${most} characters` : undefined
}
