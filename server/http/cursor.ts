import { hasInvalidCharacters } from '../rules/values/characters.ts'

/** Where a page of a list ended, as a part of an address. */
export const cursorText = (...parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts again, with texts that a database can be asked for; none where we wrote no such cursor. */
export function cursorParts(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) && parts.every(isStorable) ? parts : []
  } catch {
    return []
  }
}

const isStorable = (part: unknown) => typeof part !== 'string' || !hasInvalidCharacters(part)
