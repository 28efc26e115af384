import { hasInvalidCharacters } from '../rules/values/characters.ts'

/** Encodes the place where a page of a list ended, for use in a URL. */
export const cursorText = (...parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Decodes a cursor. Empty where it is malformed, or holds text that a database cannot store. */
export function cursorParts(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) && parts.every(isStorable) ? parts : []
  } catch {
    return []
  }
}

const isStorable = (part: unknown) => typeof part !== 'string' || !hasInvalidCharacters(part)
