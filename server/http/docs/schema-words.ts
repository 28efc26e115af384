import { onFirstUse } from '../../rules/values/on-first-use.ts'

export type Schema = Record<string, unknown>

const numbers = onFirstUse(() => new Intl.NumberFormat('en-IN'))

/** A JSON Schema said in a few words. */
export function ruleInWords(schema: Schema): string {
  const parts = [typeInWords(schema), ...boundsInWords(schema)]
  if (schema.enum) parts.push(enumInWords(schema.enum as string[]))
  if ('default' in schema) parts.push(`by default ${JSON.stringify(schema.default)}`)
  const text = parts.filter(Boolean).join(', ')
  return schema.description ? `${text}. ${schema.description}` : text
}

const enumInWords = (values: string[]) => `${values.length > 1 ? 'one of' : 'always'} ${values.join(', ')}`

export function typeInWords({ type, items, format }: Schema): string {
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array' && items) return `list of ${plural(items as Schema)}`
  return format ? `${type} (${format})` : String(type)
}

function plural(items: Schema): string {
  if (items.maxLength !== undefined) return `${items.type}s of at most ${items.maxLength} characters`
  if (items.type !== 'object') return `${items.type}s`
  const parts = Object.entries((items.properties ?? {}) as Record<string, Schema>)
  return `objects with ${parts.map(([name, part]) => `\`${name}\` (${ruleInWords(part)})`).join(' and ')}`
}

function boundsInWords(schema: Schema): string[] {
  const { minLength, maxLength, maxItems, minimum, exclusiveMinimum, maximum } = schema
  const words: string[] = []
  if (minLength !== undefined) words.push(`${minLength} to ${maxLength} characters`)
  else if (maxLength !== undefined) words.push(`at most ${numbers().format(maxLength as number)} characters`)
  if (maxItems !== undefined) words.push(`at most ${maxItems} items`)
  if (exclusiveMinimum !== undefined) words.push(`above ${exclusiveMinimum}`)
  if (minimum !== undefined) words.push(`${minimum} or more`)
  if (maximum !== undefined) words.push(`at most ${numbers().format(maximum as number)}`)
  return words
}
