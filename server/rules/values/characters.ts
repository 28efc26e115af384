/** NUL and lone surrogates have no place in a database, a mail or a page. */
export const hasInvalidCharacters = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Counts Unicode code points, as a person counts characters, and stops past `most`. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  return codePoints(text) > most
}

export function isShorterThan(text: string, least: number): boolean {
  if (text.length < least) return true
  if (text.length >= 2 * least) return false
  return codePoints(text) < least
}

export function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('')
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Holds nothing that could be seen: white space, marks of direction, spaces of no width. */
export const isBlank = (text: string): boolean => /^[\s\p{Cf}]*$/u.test(text)
