import { type CustomQuestion, PRODUCT_LIMITS, type PublicProduct } from '#contract/products.ts'
import type { InputOf } from '../../../api.ts'
import { namesOf, pick } from '../../../forms/rebase.ts'
import { changedFrom } from '../../../forms/same.ts'

export interface Picture {
  /** A URL, or a data: URI of a picture not yet uploaded. */
  src: string
}

export interface Pair {
  name: string
  value: string
  kind: 'text' | 'json'
}

export interface ProductValues {
  name: string
  description: string
  /** Empty where it is the beginning of the description, so that it follows when the description changes. */
  short_description: string
  /** A number, or the incomplete text typed so far. */
  price: number | string
  /** Empty where customers pay the price, so that it stays equal when the price changes. */
  current_price: number | string
  shipping_cost: number | string
  stock: number | string
  is_sale: boolean
  is_active: boolean
  categories: string[]
  variations: string[]
  size: string[]
  colors: string[]
  custom_questions: CustomQuestion[]
  internal_note: string
  metadata: Pair[]
  main: Picture | null
  others: Picture[]
}

export const newProduct = (shipping: number): ProductValues => ({
  name: '',
  description: '',
  short_description: '',
  price: '',
  current_price: '',
  shipping_cost: shipping,
  stock: '',
  is_sale: false,
  is_active: true,
  categories: [],
  variations: [],
  size: [],
  colors: [],
  custom_questions: [],
  internal_note: '',
  metadata: [],
  main: null,
  others: [],
})

export const valuesOf = (product: PublicProduct): ProductValues => ({
  name: product.name,
  description: product.long_description,
  short_description: isMadeOf(product) ? '' : product.short_description,
  price: product.origional_price,
  current_price: product.current_price === product.origional_price ? '' : product.current_price,
  shipping_cost: product.shipping_cost,
  stock: product.stock,
  is_sale: product.is_sale,
  is_active: product.is_active,
  categories: product.categories,
  variations: product.variations,
  size: product.size,
  colors: product.colors,
  custom_questions: product.custom_questions,
  internal_note: product.internal_note,
  metadata: Object.entries(product.metadata).map(([name, value]) => pairOf(name, value)),
  main: product.primary_image === null ? null : { src: product.primary_image },
  others: product.images.map((src) => ({ src })),
})

/**
 * The initial values for a copy of this product: everything but the stock, which the seller has to count. Both products
 * share the pictures.
 */
export const copyOf = (product: PublicProduct): ProductValues => ({ ...valuesOf(product), stock: '' })

/** Whether the API made the short description of a new product, or this form that of an edited one. */
const isMadeOf = ({ long_description, short_description }: PublicProduct) =>
  [PRODUCT_LIMITS.shortDescriptionDefault, PRODUCT_LIMITS.shortDescriptionMax].some(
    (most) => beginningOf(long_description, most) === short_description,
  )

/** Counts characters as the API does, in code points. */
const beginningOf = (text: string, most: number) => [...text].slice(0, most).join('')

const pairOf = (name: string, value: unknown): Pair =>
  typeof value === 'string'
    ? { name, value, kind: 'text' }
    : { name, value: JSON.stringify(value), kind: 'json' }

type Body = Omit<InputOf<'createProduct'>, 'store'>

/** The request body. Empty fields are omitted, so that the server's defaults apply. */
export function bodyOf(values: ProductValues): Body {
  const { main, others, metadata, short_description, current_price, shipping_cost, price, stock, ...same } =
    values
  return {
    ...same,
    ...(price !== '' && { price: Number(price) }),
    ...(stock !== '' && { stock: Number(stock) }),
    ...(current_price !== '' && { current_price: Number(current_price) }),
    ...(shipping_cost !== '' && { shipping_cost: Number(shipping_cost) }),
    ...(short_description !== '' && { short_description }),
    primary_image: main?.src ?? null,
    images: others.map(({ src }) => src),
    metadata: Object.fromEntries(metadata.map((pair) => [pair.name, sentValue(pair)])),
  }
}

/**
 * An edit's body: changed fields and their previous values. An emptied field gets the value that its rule names.
 * `product` is what was last read.
 */
export function editOf(
  before: ProductValues,
  after: ProductValues,
  product: PublicProduct,
): Omit<InputOf<'editProduct'>, 'store' | 'product'> {
  const old = { ...sentOf(before), short_description: savedShort(before, product) }
  // One that the API made is longer than this form's, which is no change while nobody writes.
  const isWritten = (['description', 'short_description'] as const).some(
    (name) => before[name] !== after[name],
  )
  const now = { ...sentOf(after), ...(!isWritten && pick(old, ['short_description'])) }
  const changes = changedFrom(old, now)
  return { ...changes, was: pick(old, namesOf(changes)) }
}

/**
 * What an empty field stands for depends on who made it: the API, this form, or somebody who saved an empty text. After
 * a save whose result could not be read, it was this form.
 */
function savedShort({ description, short_description }: ProductValues, product: PublicProduct): string {
  if (short_description !== '') return short_description
  const read = valuesOf(product)
  const isRead = read.description === description && read.short_description === ''
  return isRead ? product.short_description : madeOf(description)
}

const madeOf = (description: string) => beginningOf(description, PRODUCT_LIMITS.shortDescriptionMax)

const sentOf = (values: ProductValues): Body => ({
  ...bodyOf({
    ...values,
    current_price: values.current_price === '' ? values.price : values.current_price,
    shipping_cost: values.shipping_cost === '' ? 0 : values.shipping_cost,
  }),
  short_description: values.short_description === '' ? madeOf(values.description) : values.short_description,
})

function sentValue({ value, kind }: Pair): unknown {
  if (kind === 'text') return value
  return JSON.parse(value)
}

/** The part of a pair that each problem is about. */
const ABOUT = { twice: 'name', bad_json: 'value' } as const

export type PairProblem = keyof typeof ABOUT

/** Problems with the metadata pairs, by position. */
export function pairProblems(pairs: readonly Pair[]): Map<number, PairProblem> {
  const problems = new Map<number, PairProblem>()
  pairs.forEach((pair, place) => {
    if (pairs.findIndex(({ name }) => name === pair.name) < place) problems.set(place, 'twice')
    else if (pair.kind === 'json' && !isJson(pair.value)) problems.set(place, 'bad_json')
  })
  return problems
}

/** The name of the field in which a part of a pair is written. */
export const pairField = (place: number, part: 'name' | 'value') => `metadata[${place}].${part}`

export const problemField = (place: number, problem: PairProblem) => pairField(place, ABOUT[problem])

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
