/** A second, simple implementation of the specification's rules on products, to compare with. URLs stand for images. */
export type Body = Record<string, unknown>

type Judge = (value: unknown, path: string) => string | undefined

const size = (text: string) => [...text].length
const hasBadCharacters = (text: string) => text.includes('\0') || /\p{Surrogate}/u.test(text)
const isPlainObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const string =
  (min: number, max: number, name?: string): Judge =>
  (value, path) => {
    if (typeof value !== 'string') return `${path} must be a string`
    if (hasBadCharacters(value)) return `${path} contains invalid characters`
    const fits = size(value) >= min && size(value) <= max
    return fits ? undefined : `${name ?? path} must be between ${min} and ${max} characters`
  }

const amount =
  (least: '> 0' | '>= 0'): Judge =>
  (value, path) => {
    if (typeof value !== 'number') return `${path} must be a number`
    if (value < 0 || (least === '> 0' && value === 0)) return `${path} must be ${least}`
    if (value >= 1e10) return `${path} is too large`
    return /^\d+(\.\d\d?)?$/.test(String(value)) ? undefined : `${path} must have at most 2 decimal places`
  }

const stock: Judge = (value, path) => {
  if (typeof value !== 'number' || value % 1 !== 0) return `${path} must be an integer`
  if (value < 0) return `${path} must be >= 0`
  return value > 2_147_483_647 ? `${path} is too large` : undefined
}

const boolean: Judge = (value, path) =>
  value === true || value === false ? undefined : `${path} must be a boolean`

const choices: Judge = (value, path) => {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    return `${path} must be an array of strings`
  }
  if (value.length > 20) return `${path} cannot have more than 20 items`
  return value.map((item, i) => string(0, 500)(item, `${path}[${i}]`)).find(Boolean)
}

const url =
  (name?: string): Judge =>
  (value, path) => {
    if (typeof value !== 'string') return `${path} must be a string`
    if (hasBadCharacters(value)) return `${path} contains invalid characters`
    return value.startsWith('https://')
      ? undefined
      : `${name ?? path} must be an image URL or a base64 JPEG, PNG, WebP, GIF or AVIF`
  }

const listOf =
  (item: Judge, most: number, tooMany: string): Judge =>
  (value, path) => {
    if (!Array.isArray(value)) return `${path} must be an array`
    if (value.length > most) return tooMany
    return value.map((each, i) => item(each, `${path}[${i}]`)).find(Boolean)
  }

const question: Judge = (value, path) => {
  if (!isPlainObject(value)) return `${path} must be an object`
  const problem = string(1, 200)(value.question, `${path}.question`)
  if (problem) return problem
  if (typeof value.type === 'string' && hasBadCharacters(value.type)) {
    return `${path}.type contains invalid characters`
  }
  return value.type === 'text' || value.type === 'image'
    ? undefined
    : `${path}.type must be 'text' or 'image'`
}

const metadata: Judge = (value, path) => {
  if (!isPlainObject(value)) return `${path} must be an object`
  const json = JSON.stringify(value)
  if (json.includes('\\u0000') || /\\ud[89a-f]../.test(json)) return `${path} contains invalid characters`
  if (Buffer.byteLength(json) > 16_384) return `${path} must be at most 16 KB`
  return depth(value) > 5 ? `${path} must be at most 5 levels deep` : undefined
}

function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depth))
}

const RULES: Record<string, Judge> = {
  name: string(3, 30, 'Name'),
  price: amount('> 0'),
  description: string(0, 500, 'Description'),
  stock,
  current_price: amount('>= 0'),
  short_description: string(0, 50),
  shipping_cost: amount('>= 0'),
  primary_image: (value, path) => (value === null ? undefined : url('Primary image')(value, path)),
  images: listOf(url(), 10, 'Maximum 10 images allowed'),
  variations: choices,
  size: choices,
  colors: choices,
  categories: choices,
  is_sale: boolean,
  is_active: boolean,
  custom_questions: listOf(question, 5, 'Maximum 5 custom questions allowed'),
  internal_note: string(0, 500),
  metadata,
}

const firstProblem = (body: Body) =>
  Object.entries(RULES)
    .map(([field, judge]) => (field in body ? judge(body[field], field) : undefined))
    .find(Boolean)

function unknownCategories(body: Body, known: readonly string[]) {
  const invalid = [...new Set((body.categories as string[] | undefined) ?? [])].filter(
    (name) => !known.includes(name),
  )
  return invalid.length > 0 ? { error: 'All categories must be in store categories', invalid } : undefined
}

/** The refusal of a create; undefined where it succeeds. */
export function createRefusal(body: Body, known: readonly string[]) {
  if (
    ['name', 'price', 'description', 'stock'].some(
      (field) => body[field] === undefined || body[field] === null,
    )
  ) {
    return { error: 'name, price, description, and stock are required' }
  }
  const error = firstProblem(body)
  return error ? { error } : unknownCategories(body, known)
}

export function editRefusal(body: Body, known: readonly string[]) {
  const error = firstProblem(body)
  if (error) return { error }
  if (!Object.keys(body).some((field) => field in RULES)) return { error: 'No valid fields to update' }
  return unknownCategories(body, known)
}

/** The product as read back, without id, store and date. */
export function shown(body: Body, before?: Body): Body {
  const { price, description, custom_questions, ...same } = body
  const known = Object.fromEntries(Object.entries(same).filter(([field]) => field in RULES))
  return {
    ...(before ?? {
      current_price: price,
      shipping_cost: 0,
      short_description: [...String(description)].slice(0, 100).join(''),
      variations: [],
      size: [],
      colors: [],
      categories: [],
      is_sale: false,
      is_active: true,
      custom_questions: [],
      internal_note: '',
      primary_image: null,
      images: [],
      metadata: {},
    }),
    ...known,
    ...(price !== undefined && { origional_price: price }),
    ...(description !== undefined && { long_description: description }),
    ...(custom_questions !== undefined && {
      custom_questions: (custom_questions as Body[]).map(({ question, type }) => ({ question, type })),
    }),
  }
}
