/** NUL and lone surrogates cannot be stored in a database or shown in a mail or page. */
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

/** Whether a text has nothing visible: only white space, direction marks, zero-width spaces. */
export const isBlank = (text: string): boolean => /^[\s\p{Cf}]*$/u.test(text)
