import { PRODUCT_LIMITS as LIMITS } from '#contract/products.ts'
import { lengthOf } from '../../../forms/length-of.ts'
import { inSellersWords } from '../../../texts/field-names.ts'
import { texts } from '../../../texts.ts'
import { PRODUCT_LABELS } from './product-labels.ts'
import { type PairProblem, type ProductValues, pairProblems, problemField } from './product-values.ts'

type Name = keyof ProductValues

const NUMBERS = ['price', 'stock'] as const
const NEEDED = ['name', 'description', ...NUMBERS] as const

const between = (least: number, most: number) => (value: string) =>
  lengthOf(value) < least || lengthOf(value) > most
    ? `must be between ${least} and ${most} characters`
    : undefined

const choices = (value: readonly string[]) =>
  value.length > LIMITS.choicesMax ? `cannot have more than ${LIMITS.choicesMax} items` : undefined

/** The API's rules for common mistakes, as sentences that follow the field's name. */
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
export const PAIR_SENTENCES: Record<PairProblem, string> = {
  bad_json: texts.products.metadataBadJson,
  twice: texts.products.metadataTwice,
}

type Problems = Record<string, string>

function problemsOf(values: ProductValues, needed: readonly Name[], judged: readonly string[]): Problems {
  const problems: Problems = {}
  // In the form's order, because the first problem gets the focus.
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
        problemField(place, problem),
        PAIR_SENTENCES[problem],
      ]),
    )
  const rule = RULES[name] as ((value: unknown) => string | undefined) | undefined
  return say(name, rule?.(values[name]))
}

/**
 * All problems of a new product at once. If a required field is missing, the API names all four required fields and
 * nothing else; here each problem appears beside its own field.
 */
export const problemsOfNew = (values: ProductValues) => problemsOf(values, NEEDED, Object.keys(values))

/**
 * An edit can empty a text where its rule allows that, but it cannot remove a number. Only changed fields are checked,
 * as only these are sent: a short description made from an earlier description may exceed the limit for a typed one.
 */
export const problemsOfEdit = (values: ProductValues, changed: Partial<ProductValues>) =>
  problemsOf(values, NUMBERS, Object.keys(changed))
