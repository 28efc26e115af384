import { type CustomQuestion, PRODUCT_LIMITS as LIMITS, QUESTION_TYPES } from '#contract/products.ts'
import { type CheckedUpload, image, images } from '../images/image-fields.ts'
import { hasInvalidCharacters } from '../values/characters.ts'
import { type Field, flag, integer, isObject, list, money, strings, text } from '../values/field.ts'
import { metadata } from './metadata.ts'

const choices = strings(LIMITS.choicesMax, LIMITS.choiceMax)

const questionText = text(1, LIMITS.questionMax)

const sayOfType = (path: string) => ({
  characters: `${path}.type contains invalid characters`,
  value: `${path}.type must be 'text' or 'image'`,
})

const customQuestion: Field = {
  schema: {
    type: 'object',
    required: ['question', 'type'],
    properties: { question: questionText.schema, type: { type: 'string', enum: QUESTION_TYPES } },
  },
  problem(value, path) {
    if (!isObject(value)) return `${path} must be an object`
    const problem = questionText.problem(value.question, `${path}.question`)
    if (problem) return problem
    const { type } = value
    if (typeof type === 'string' && hasInvalidCharacters(type)) return sayOfType(path).characters
    return type === 'text' || type === 'image' ? undefined : sayOfType(path).value
  },
  sentences: (path) => [
    `${path} must be an object`,
    ...questionText.sentences(`${path}.question`),
    ...Object.values(sayOfType(path)),
  ],
}

/** The rule of every product field, in the order of checking, which is that of the specification's table. */
export const PRODUCT_FIELDS = {
  name: text(LIMITS.nameMin, LIMITS.nameMax, 'Name'),
  price: money('> 0'),
  description: text(0, LIMITS.descriptionMax, 'Description'),
  stock: integer(LIMITS.stockMax),
  current_price: money('>= 0'),
  short_description: text(0, LIMITS.shortDescriptionMax),
  shipping_cost: money('>= 0'),
  primary_image: image,
  images,
  variations: choices,
  size: choices,
  colors: choices,
  categories: choices,
  is_sale: flag,
  is_active: flag,
  custom_questions: list(customQuestion, LIMITS.questionsMax, 'Maximum 5 custom questions allowed'),
  internal_note: text(0, LIMITS.internalNoteMax),
  metadata,
} as const satisfies Record<string, Field>

export const REQUIRED_FIELDS = ['name', 'price', 'description', 'stock'] as const

export type ProductField = keyof typeof PRODUCT_FIELDS

/** A seller's input that passed every rule. */
export interface ProductInput {
  name: string
  price: number
  description: string
  stock: number
  current_price: number
  short_description: string
  shipping_cost: number
  primary_image: string | CheckedUpload | null
  images: Array<string | CheckedUpload>
  variations: string[]
  size: string[]
  colors: string[]
  categories: string[]
  is_sale: boolean
  is_active: boolean
  custom_questions: CustomQuestion[]
  internal_note: string
  metadata: Record<string, unknown>
}

export type NewProduct = Partial<ProductInput> & Pick<ProductInput, (typeof REQUIRED_FIELDS)[number]>

type Verdict<T> = { value: T } | { problem: string }

export const REQUIRED_SENTENCE = 'name, price, description, and stock are required'

const NAMES = Object.keys(PRODUCT_FIELDS) as ProductField[]

export function checkNewProduct(body: Record<string, unknown>): Verdict<NewProduct> {
  if (REQUIRED_FIELDS.some((name) => (body[name] ?? null) === null)) {
    return { problem: REQUIRED_SENTENCE }
  }
  return checkFields(body) as Verdict<NewProduct>
}

/** An edit may contain any fields; the value is empty if it contains no known one. */
export function checkProductEdit(body: Record<string, unknown>): Verdict<Partial<ProductInput>> {
  return checkFields(body)
}

function checkFields(body: Record<string, unknown>): Verdict<Partial<ProductInput>> {
  const value: Record<string, unknown> = {}
  for (const name of NAMES) {
    if (!Object.hasOwn(body, name)) continue
    const problem = PRODUCT_FIELDS[name].problem(body[name], name)
    if (problem) return { problem }
    value[name] = body[name]
  }
  if (Array.isArray(value.custom_questions)) value.custom_questions = value.custom_questions.map(knownParts)
  return { value: value as Partial<ProductInput> }
}

const knownParts = ({ question, type }: CustomQuestion): CustomQuestion => ({ question, type })

/** Every sentence that a product's fields can be refused with, for the documentation. */
export const NEW_PRODUCT_SENTENCES: readonly string[] = [REQUIRED_SENTENCE, ...fieldSentences()]
export const PRODUCT_EDIT_SENTENCES: readonly string[] = fieldSentences()

function fieldSentences(): string[] {
  return NAMES.flatMap((name) => PRODUCT_FIELDS[name].sentences(name))
}
