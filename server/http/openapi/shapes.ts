import { ORDER_STATUSES } from '#contract/order-status.ts'
import { QUESTION_TYPES } from '#contract/products.ts'
import { PRODUCT_FIELDS } from '../../rules/products/product-fields.ts'

type Schema = Record<string, unknown>

const string: Schema = { type: 'string' }
const uuid: Schema = { type: 'string', format: 'uuid' }
const time: Schema = { type: 'string', format: 'date-time' }
const money: Schema = { type: 'number', minimum: 0, description: 'Indian Rupees' }
const stringOrNull: Schema = { type: ['string', 'null'] }

function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', required, properties }
}

const strings: Schema = { type: 'array', items: string }
const questionType: Schema = { type: 'string', enum: QUESTION_TYPES }

const orderDetails = object({
  quantity: { type: 'integer', minimum: 1 },
  amount: { ...money, description: 'quantity x current_price + shipping_cost' },
  variation: stringOrNull,
  size: stringOrNull,
  color: stringOrNull,
  special_instructions: stringOrNull,
  custom_questions: {
    type: 'array',
    items: object({
      question: string,
      type: questionType,
      answer: { ...string, description: "What the customer wrote, or the picture's URL." },
    }),
  },
})

const ERASED =
  "All but the pincode is empty once the seller has erased the customer's details, as are instructions and answers."

const ORDER_DETAILS: Schema = { $ref: '#/components/schemas/OrderDetails' }

/**
 * Schemas of the API's answers. Texts have no maxLength: their length was checked on input, and clients made with zod
 * count UTF-16 units, so they would refuse a name of twenty emoji that the service accepted. Generated clients adopt
 * these names, so none may clash with a built-in of their language (Error) or with a class of the generator (ApiError
 * in openapi-typescript-codegen). Request bodies are inline, without names: openapi-typescript makes every field with a
 * default required in a named schema.
 */
export const SHAPES = {
  Product: object({
    id: uuid,
    created_at: time,
    store_id: uuid,
    name: string,
    origional_price: {
      ...money,
      description: 'The original (MRP) price. The name is spelled exactly like this.',
    },
    current_price: money,
    shipping_cost: money,
    short_description: string,
    long_description: { ...string, description: "The product's `description`." },
    variations: strings,
    size: strings,
    colors: strings,
    categories: strings,
    is_sale: { type: 'boolean' },
    custom_questions: { type: 'array', items: object({ question: string, type: questionType }) },
    is_active: { type: 'boolean' },
    stock: PRODUCT_FIELDS.stock.schema,
    internal_note: { ...string, description: 'Never shown to customers.' },
    primary_image: {
      ...stringOrNull,
      description: 'A URL, also of a picture that was sent as base64.',
    },
    images: strings,
    metadata: PRODUCT_FIELDS.metadata.schema,
  }),
  Order: object({
    id: uuid,
    created_at: time,
    product_id: uuid,
    product_name: { ...string, description: 'As it was bought.' },
    product_image: {
      ...string,
      description: 'The main image at the time of the order, or the empty string.',
    },
    status: { type: 'string', enum: ORDER_STATUSES },
    customer: {
      ...object({
        name: string,
        email: string,
        number: string,
        full_address: {
          ...object({ line1: string, line2: string, city: string, state: string, country: string }, [
            'line2',
          ]),
          type: ['object', 'null'],
        },
        pincode: string,
      }),
      description: `${ERASED} full_address is null then.`,
    },
    order_details: ORDER_DETAILS,
    rating: {
      type: ['number', 'null'],
      minimum: 1,
      maximum: 5,
      description: 'Given by the customer after the delivery.',
    },
    review: stringOrNull,
    tracking_url: { ...stringOrNull, description: "The courier's page." },
  }),
  OrderCreated: object({
    event: { type: 'string', enum: ['order.created'] },
    order_id: uuid,
    store_id: uuid,
    product_id: uuid,
    status: { type: 'string', enum: ['started'] },
    created_at: time,
    customer: {
      ...object({ name: string, email: string, number: string, full_address: string, pincode: string }),
      description: ERASED,
    },
    order_details: ORDER_DETAILS,
  }),
  OrderDetails: orderDetails,
  TestEvent: object({
    event: { type: 'string', enum: ['webhook.test'] },
    store_id: uuid,
    webhook_id: uuid,
    created_at: time,
  }),
  Events: object({
    events: {
      type: 'array',
      items: object({
        sequence: { type: 'integer', minimum: 1 },
        id: { ...string, description: 'What `webhook-id` says.' },
        payload: { $ref: '#/components/schemas/OrderCreated' },
      }),
    },
    last_sequence: {
      type: 'integer',
      minimum: 0,
      description:
        "The number of the store's newest event. Below `after` where the service was restored from a backup: read again from 0, and pass over the orders that you have.",
    },
  }),
  Created: object({ product_id: uuid }),
  Message: object({ message: string }),
  Refusal: object(
    {
      error: { ...string, description: 'What is wrong, in a sentence.' },
      invalid: { ...strings, description: 'The categories that the store does not have.' },
      retry_after: {
        type: 'integer',
        minimum: 1,
        maximum: 60,
        description: 'With 429: seconds until the limit begins anew.',
      },
    },
    ['invalid', 'retry_after'],
  ),
} as const satisfies Record<string, Schema>

export type ShapeName = keyof typeof SHAPES
