import { PRODUCT_LIMITS } from '#contract/products.ts'
import { PRODUCT_FIELDS, type ProductField } from '../../rules/products/product-fields.ts'

interface Words {
  description: string
  /** The default for a new product. */
  default?: unknown
}

const { shortDescriptionDefault } = PRODUCT_LIMITS

const choice = (what: string): Words => ({
  description: `The ${what} that the customer chooses one of.`,
  default: [],
})

const PRODUCT_WORDS: Record<ProductField, Words> = {
  name: { description: 'What customers see first.' },
  price: { description: 'The original price (MRP) in Indian Rupees. Read back as `origional_price`.' },
  description: { description: 'Read back as `long_description`.' },
  stock: { description: 'Pieces left to sell. Orders take from it.' },
  current_price: {
    description: 'What customers pay, in Indian Rupees. Left out of a new product, it is the price.',
  },
  short_description: {
    description: `Left out of a new product, it is the first ${shortDescriptionDefault} characters of the description: longer than what may be written here, so do not send it back.`,
  },
  shipping_cost: { description: 'Indian Rupees, once per order.', default: 0 },
  primary_image: { description: 'The picture that customers see first; null for none.', default: null },
  images: { description: 'Further images, each as the primary one.', default: [] },
  variations: choice('variations'),
  size: choice('sizes'),
  colors: choice('colours'),
  categories: {
    description:
      'Names of categories that the store has already, letter for letter. They are made in the dashboard.',
    default: [],
  },
  is_sale: { description: 'Marks the product as on sale.', default: false },
  is_active: {
    description: 'Whether customers can see and buy it. Left out of a new product, it is true.',
    default: true,
  },
  custom_questions: {
    description: 'What the customer answers before paying, in words or with a picture.',
    default: [],
  },
  internal_note: { description: 'Never shown to customers.', default: '' },
  metadata: {
    description: 'Names and values of your own. None are `{}`, never `[]`: from PHP, `new stdClass`.',
    default: {},
  },
}

type Properties = Record<string, Record<string, unknown>>

/** The fields of an edit, with their descriptions. */
export const editProperties: Properties = Object.fromEntries(
  Object.entries(PRODUCT_FIELDS).map(([name, { schema }]) => {
    const descriptions = [PRODUCT_WORDS[name as ProductField].description, schema.description]
    return [name, { ...schema, description: descriptions.filter(Boolean).join(' ') }]
  }),
)

/** The fields of a new product: those of an edit, with their defaults. */
export const newProperties: Properties = Object.fromEntries(
  Object.entries(editProperties).map(([name, schema]) => {
    const words = PRODUCT_WORDS[name as ProductField]
    return [name, words.default === undefined ? schema : { ...schema, default: words.default }]
  }),
)
