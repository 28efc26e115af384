import { PRODUCT_LIMITS as LIMITS } from '#contract/products.ts'
import { lengthOf } from '../../../forms/length-of.ts'
import { inSellersWords } from '../../../texts/field-names.ts'
import { texts } from '../../../texts.ts'
import { PRODUCT_LABELS } from './product-labels.ts'
import { type ProductValues, pairField, pairProblems } from './product-values.ts'

type Name = keyof ProductValues

const NUMBERS = ['price', 'stock'] as const
const NEEDED = ['name', 'description', ...NUMBERS] as const

const between = (least: number, most: number) => (value: string) =>
  lengthOf(value) < least || lengthOf(value) > most
    ? `must be between ${least} and ${most} characters`
    : undefined

const choices = (value: readonly string[]) =>
  value.length > LIMITS.choicesMax ? `cannot have more than ${LIMITS.choicesMax} items` : undefined

/** What the API would say after a field's name, of the mistakes that people make. */
const RULES: { [K in Name]?: (value: ProductValues[K]) => string | undefined } = {
  name: between(LIMITS.nameMin, LIMITS.nameMax),
  description: between(0, LIMITS.descriptionMax),
  short_description: between(0, LIMITS.shortDescriptionMax),
  price: (value) => (Number(value) > 0 ? undefined : 'must be > 0'),
  stock: (value) => (Number.isInteger(Number(value)) ? undefined : 'must be an integer'),
  categories: choices,
  variations: choices,
  size: choices,
  colors: choices,
  internal_note: between(0, LIMITS.internalNoteMax),
}

const questionRule = between(1, LIMITS.questionMax)
export const PAIR_SENTENCES = {
  bad_json: texts.products.metadataBadJson,
  twice: texts.products.metadataTwice,
}

type Problems = Record<string, string>

function problemsOf(values: ProductValues, needed: readonly Name[], judged: readonly string[]): Problems {
  const problems: Problems = {}
  // In the order in which the form has them, as the first is gone to.
  for (const name of Object.keys(PRODUCT_LABELS) as Name[]) {
    if (needed.includes(name) && values[name] === '') {
      problems[name] = texts.forms.needed(PRODUCT_LABELS[name])
    } else if (judged.includes(name)) {
      Object.assign(problems, problemsIn(values, name))
    }
  }
  return problems
}

function problemsIn(values: ProductValues, name: Name): Problems {
  const say = (field: string, rule: string | undefined) =>
    rule === undefined ? {} : { [field]: inSellersWords(`${field} ${rule}`) }
  if (name === 'custom_questions')
    return Object.assign(
      {},
      ...values.custom_questions.map(({ question }, place) =>
        say(`custom_questions[${place}].question`, questionRule(question)),
      ),
    )
  if (name === 'metadata')
    return Object.fromEntries(
      [...pairProblems(values.metadata)].map(([place, problem]) => [
        pairField(place, problem),
        PAIR_SENTENCES[problem],
      ]),
    )
  const rule = RULES[name] as ((value: unknown) => string | undefined) | undefined
  return say(name, rule?.(values[name]))
}

/**
 * All that is wrong with a new product, told at once. The API names all four where one is missing, and nothing else; here
 * each is named beside its own field.
 */
export const problemsOfNew = (values: ProductValues) => problemsOf(values, NEEDED, Object.keys(values))

/**
 * An edit can empty words as far as their rules go, and has no way to say that a number is gone. What is not changed is
 * not sent: a short description that was made of the description is longer than one that is typed may be.
 */
export const problemsOfEdit = (values: ProductValues, changed: Partial<ProductValues>) =>
  problemsOf(values, NUMBERS, Object.keys(changed))
