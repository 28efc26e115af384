import { SHAPES, type ShapeName } from '../openapi/shapes.ts'
import type { Rule } from './rules-table.ts'
import { ruleInWords, type Schema, typeInWords } from './schema-words.ts'

/** Every field of an answer by its path from the top: `customer.name`, `events[].sequence`. */
export const answerFields = (shape: ShapeName): Rule[] => fieldsOf(SHAPES[shape], '')

function fieldsOf({ properties, required }: Schema, above: string): Rule[] {
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, given]) => {
    const schema = resolved(given)
    const inner = schema.type === 'array' ? resolved(schema.items as Schema) : schema
    const note = (required as string[]).includes(name) ? undefined : 'may be missing'
    if (!inner.properties) return [{ name: above + name, words: ruleInWords(schema), note }]
    const [type, mark] = schema.type === 'array' ? ['list of objects', '[]'] : [typeInWords(schema), '']
    const words = schema.description ? `${type}. ${schema.description}` : type
    return [{ name: above + name, words, note }, ...fieldsOf(inner, `${above}${name}${mark}.`)]
  })
}

const resolved = (schema: Schema): Schema =>
  schema.$ref ? SHAPES[String(schema.$ref).split('/').at(-1) as ShapeName] : schema
