import { wrongField } from '#contract/dashboard/errors.ts'
import type { Fields, Kind } from '#contract/dashboard/route.ts'
import { hasInvalidCharacters } from '../../../rules/values/characters.ts'

type Check = { is(value: unknown): boolean; must: string }

const isText = (value: unknown): value is string => typeof value === 'string' && !hasInvalidCharacters(value)

const KINDS: Record<Kind, Check> = {
  string: { is: isText, must: 'must be a string' },
  integer: { is: Number.isSafeInteger, must: 'must be an integer' },
  boolean: { is: (value) => typeof value === 'boolean', must: 'must be a boolean' },
  strings: {
    is: (value) => Array.isArray(value) && value.every(isText),
    must: 'must be an array of strings',
  },
  rows: {
    is: (value) => Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isText)),
    must: 'must be an array of rows',
  },
  field: { is: () => true, must: '' },
}

/** The fields of a request that the table names, each of its kind; anything else is left out. */
export function readFields(fields: Fields, sent: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, described] of Object.entries(fields)) {
    const isOptional = described.endsWith('?')
    const value = sent[name]
    if (value === undefined) {
      if (isOptional) continue
      throw wrongField(name, `${name} is required`)
    }
    const { is, must } = KINDS[described.replace('?', '') as Kind]
    if (!is(value)) throw wrongField(name, `${name} ${must}`)
    read[name] = value
  }
  return read
}

/** A query is all text; what the table calls an integer becomes one. An empty text counts as left out. */
export function readQuery(fields: Fields, query: Record<string, unknown>): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const [name, described] of Object.entries(fields)) {
    const value = query[name]
    if (value === undefined || value === '') continue
    sent[name] = described.startsWith('integer') && /^-?\d{1,15}$/.test(String(value)) ? Number(value) : value
  }
  return readFields(fields, sent)
}
