import { hash } from 'node:crypto'

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id in its stored form, or undefined if the text cannot be an id. */
export const parseId = (text: string): string | undefined =>
  SHAPE.test(text) ? text.toLowerCase() : undefined

/** An id derived from these words: the same words give the same id. */
export const idFor = (...words: string[]): string =>
  hash('sha256', JSON.stringify(words)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const START = /^[0-9a-f]{8}(-[0-9a-f-]{0,27})?$/i

/**
 * The first and the last id with this beginning; undefined if the text is not the beginning of an id, of eight
 * characters at least.
 */
export function idsStarting(text: string): { first: string; last: string } | undefined {
  if (!START.test(text)) return undefined
  const filled = (digit: string) =>
    parseId(text + '00000000-0000-0000-0000-000000000000'.slice(text.length).replaceAll('0', digit))
  const [first, last] = [filled('0'), filled('f')]
  return first && last ? { first, last } : undefined
}
