import type { ErrorCode } from '#contract/errors.ts'
import type { Operation } from '#contract/operations.ts'
import { SETTABLE_STATUSES } from '#contract/order-status.ts'
import { URL_MAX } from '#contract/url.ts'
import { SWEPT_SENTENCES } from '../../actions/images/swept-pictures.ts'
import { STATUS_SENTENCES } from '../../rules/orders/status-body.ts'
import {
  NEW_PRODUCT_SENTENCES,
  PRODUCT_EDIT_SENTENCES,
  REQUIRED_FIELDS,
} from '../../rules/products/product-fields.ts'
import { EVENTS_QUERY_SCHEMA, EVENTS_QUERY_SENTENCES } from '../../rules/webhooks/events-query.ts'
import {
  CREATED_EXAMPLE,
  EVENTS_EXAMPLE,
  NEW_PRODUCT_EXAMPLE,
  ORDER_EXAMPLE,
  PRODUCT_EXAMPLE,
} from './examples.ts'
import { editProperties, newProperties } from './product-words.ts'
import type { ShapeName } from './shapes.ts'

export const TAG_WORDS = {
  Products: 'What the store sells.',
  Orders: 'What customers have bought, and how far it is.',
  Events: 'How a server of your own hears of orders.',
} as const

export interface OperationDoc {
  summary: string
  description: string
  tag: keyof typeof TAG_WORDS
  success: { status: 200 | 201; shape: ShapeName; example: object }
  body?: { schema: Record<string, unknown>; example: object }
  /** Refusals of its own, beside those that every operation has. */
  errors: readonly ErrorCode[]
  /** The sentences with which its body can be refused. */
  sentences?: readonly string[]
  query?: Array<{ name: string; description: string; schema: Record<string, unknown> }>
}

const BODY_ERRORS = [
  'body_timeout',
  'body_too_large',
  'wrong_content_type',
  'wrong_content_encoding',
  'invalid_json',
  'body_not_object',
] as const satisfies readonly ErrorCode[]

const IDEMPOTENCY_ERRORS = [
  'bad_idempotency_key',
  'idempotency_key_reused',
] as const satisfies readonly ErrorCode[]

const message = (text: string) => ({ status: 200, shape: 'Message', example: { message: text } }) as const

/** What the document says of each operation, beside its method, path and limit. */
export const OPERATION_DOCS: Record<Operation, OperationDoc> = {
  read_product: {
    summary: 'Read a product',
    description: 'The product as it is now, with all that was written to it.',
    tag: 'Products',
    success: { status: 200, shape: 'Product', example: PRODUCT_EXAMPLE },
    errors: ['product_not_found'],
  },
  create_product: {
    summary: 'Create a product',
    description:
      'Only name, price, description and stock are required. Images are URLs, or base64 that the service keeps and serves.',
    tag: 'Products',
    success: { status: 201, shape: 'Created', example: CREATED_EXAMPLE },
    body: {
      schema: { type: 'object', required: REQUIRED_FIELDS, properties: newProperties },
      example: NEW_PRODUCT_EXAMPLE,
    },
    errors: [...BODY_ERRORS, ...IDEMPOTENCY_ERRORS, 'unknown_categories'],
    sentences: [...NEW_PRODUCT_SENTENCES, ...SWEPT_SENTENCES],
  },
  edit_product: {
    summary: 'Edit a product',
    description: 'Only the fields that are sent change. Lists and metadata are replaced whole.',
    tag: 'Products',
    success: message('Product updated successfully'),
    body: {
      schema: { type: 'object', properties: editProperties },
      example: { stock: 20, is_sale: true },
    },
    errors: [...BODY_ERRORS, 'no_fields_to_update', 'product_not_found', 'unknown_categories'],
    sentences: [...PRODUCT_EDIT_SENTENCES, ...SWEPT_SENTENCES],
  },
  delete_product: {
    summary: 'Delete a product',
    description: 'For good. Refused while the product has an order that is neither delivered nor cancelled.',
    tag: 'Products',
    success: message('Product deleted successfully'),
    errors: ['product_not_found', 'product_has_active_orders'],
  },
  read_order: {
    summary: 'Read an order',
    description: 'The order with its customer, what was bought, and after delivery the rating and review.',
    tag: 'Orders',
    success: { status: 200, shape: 'Order', example: ORDER_EXAMPLE },
    errors: ['order_of_another_store', 'order_not_found'],
  },
  change_order_status: {
    summary: "Change an order's status",
    description:
      'started to processing to dispatched to delivered; cancelled from any of the first three, which by itself refunds nothing. The customer gets a mail. Repeating the current status may add or correct the tracking URL.',
    tag: 'Orders',
    success: message('Order status updated successfully'),
    body: {
      schema: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'string', enum: SETTABLE_STATUSES },
          tracking_url: {
            type: ['string', 'null'],
            format: 'uri',
            maxLength: URL_MAX,
            description:
              "An https URL of the courier's page, best sent with dispatched; null clears it, leaving it out keeps it.",
          },
        },
      },
      example: { status: 'processing' },
    },
    errors: [
      ...BODY_ERRORS,
      ...IDEMPOTENCY_ERRORS,
      'order_of_another_store',
      'order_not_found',
      'order_already_final',
      'impossible_step',
    ],
    sentences: STATUS_SENTENCES,
  },
  list_events: {
    summary: 'List events',
    description:
      "The store's events after a number, oldest first, with no gaps: what a receiver missed, it can fetch here. An addition to the webhooks; `sequence`, `id` and `payload` are what a webhook carries as `webhook-sequence`, `webhook-id` and body. Customers know an order by a number, 1000 more than its event's: order 1042 is the one event of `after=41&limit=1`.",
    tag: 'Events',
    success: { status: 200, shape: 'Events', example: EVENTS_EXAMPLE },
    query: EVENTS_QUERY_SCHEMA,
    errors: [],
    sentences: EVENTS_QUERY_SENTENCES,
  },
}
