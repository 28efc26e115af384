import { PRODUCT_LIMITS } from '#contract/products.ts'
import { firstCharacters } from '../values/characters.ts'
import { toPaise } from '../values/money.ts'
import type { NewProduct, ProductInput } from './product-fields.ts'

/** The columns set by a seller's fields, except images. */
interface ProductColumns {
  name: string
  price_paise: number
  current_price_paise: number
  shipping_paise: number
  short_description: string
  description: string
  variations: string
  size: string
  colors: string
  categories: string
  is_sale: 0 | 1
  is_active: 0 | 1
  custom_questions: string
  internal_note: string
  metadata: string
  stock: number
}

/** A stored product: money in paise, lists and metadata as JSON text, images of ours as paths. */
export interface KeptProduct extends ProductColumns {
  store_id: string
  id: string
  created_at: number
  primary_image: string | null
  images: string
}

type PlainInput = Omit<ProductInput, 'primary_image' | 'images'>

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

/** How each field is stored: money in paise, lists and objects as JSON text, booleans as 1 and 0. */
const COLUMNS: {
  [Field in keyof PlainInput]: (value: PlainInput[Field]) => Partial<ProductColumns>
} = {
  name: (name) => ({ name }),
  price: (value) => ({ price_paise: toPaise(value) }),
  description: (description) => ({ description }),
  stock: (stock) => ({ stock }),
  current_price: (value) => ({ current_price_paise: toPaise(value) }),
  short_description: (short_description) => ({ short_description }),
  shipping_cost: (value) => ({ shipping_paise: toPaise(value) }),
  variations: (value) => ({ variations: JSON.stringify(value) }),
  size: (value) => ({ size: JSON.stringify(value) }),
  colors: (value) => ({ colors: JSON.stringify(value) }),
  categories: (value) => ({ categories: JSON.stringify(value) }),
  is_sale: (value) => ({ is_sale: flag(value) }),
  is_active: (value) => ({ is_active: flag(value) }),
  custom_questions: (value) => ({ custom_questions: JSON.stringify(value) }),
  internal_note: (internal_note) => ({ internal_note }),
  metadata: (value) => ({ metadata: JSON.stringify(value) }),
}

/** Only the columns of the fields that were sent. */
export function productColumns(input: Partial<ProductInput>): Partial<ProductColumns> {
  const columns: Partial<ProductColumns> = {}
  for (const field of Object.keys(COLUMNS) as Array<keyof PlainInput>) {
    const toColumns = COLUMNS[field] as (value: unknown) => Partial<ProductColumns>
    if (input[field] !== undefined) Object.assign(columns, toColumns(input[field]))
  }
  return columns
}

export const defaultShortDescription = (description: string): string =>
  firstCharacters(description, PRODUCT_LIMITS.shortDescriptionDefault)

/** Every column of a new product, with the specification's defaults for what was left out. */
export function newProductColumns(input: NewProduct): ProductColumns {
  return productColumns({
    current_price: input.price,
    short_description: defaultShortDescription(input.description),
    shipping_cost: 0,
    variations: [],
    size: [],
    colors: [],
    categories: [],
    is_sale: false,
    is_active: true,
    custom_questions: [],
    internal_note: '',
    metadata: {},
    ...input,
  }) as ProductColumns
}
