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
  short_description: product.short_description,
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
 * share the pictures. A short description derived from the description is derived again.
 */
export const copyOf = (product: PublicProduct): ProductValues => ({
  ...valuesOf(product),
  stock: '',
  short_description: isMadeOf(product) ? '' : product.short_description,
})

const isMadeOf = ({ long_description, short_description }: PublicProduct) =>
  [...long_description].slice(0, PRODUCT_LIMITS.shortDescriptionDefault).join('') === short_description

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

/** An edit's body: changed fields and their previous values. An emptied field gets the value that its rule names. */
export function editOf(
  before: ProductValues,
  after: ProductValues,
): Omit<InputOf<'editProduct'>, 'store' | 'product'> {
  const [old, now] = [sentOf(before), sentOf(after)]
  const changes = changedFrom(old, now)
  return { ...changes, was: pick(old, namesOf(changes)) }
}

const sentOf = (values: ProductValues): Body => ({
  ...bodyOf({
    ...values,
    current_price: values.current_price === '' ? values.price : values.current_price,
    shipping_cost: values.shipping_cost === '' ? 0 : values.shipping_cost,
  }),
  short_description: values.short_description,
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
