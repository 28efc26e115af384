/** Every refusal that a client can meet: its status and its sentence. Blanks in braces are filled from values. */
export const API_ERRORS = {
  not_found: { status: 404, message: 'Not found' },
  https_required: { status: 400, message: 'HTTPS is required' },
  bad_request: { status: 400, message: 'Bad request' },
  missing_api_key: { status: 401, message: 'Missing API key' },
  invalid_api_key: { status: 401, message: 'Invalid API key' },
  rate_limit_exceeded: { status: 429, message: 'Rate limit exceeded' },
  body_too_large: { status: 413, message: 'Request body is too large' },
  wrong_content_type: { status: 400, message: 'Content-Type must be application/json' },
  wrong_content_encoding: { status: 400, message: 'Content-Encoding is not supported' },
  invalid_json: { status: 400, message: 'Invalid JSON body' },
  body_not_object: { status: 400, message: 'Request body must be a JSON object' },
  bad_idempotency_key: { status: 400, message: 'Idempotency-Key must be 1 to 255 characters' },
  idempotency_key_reused: { status: 400, message: 'Idempotency-Key was used with a different request' },
  invalid_field: { status: 400, message: '{sentence}' },
  no_fields_to_update: { status: 400, message: 'No valid fields to update' },
  unknown_categories: { status: 400, message: 'All categories must be in store categories' },
  product_not_found: { status: 404, message: 'Product not found or does not belong to this store' },
  product_has_active_orders: {
    status: 400,
    message:
      'Cannot delete product with active orders in processing or dispatched status. Please wait for orders to complete or cancel them first.',
  },
  order_not_found: { status: 404, message: 'Order not found' },
  order_of_another_store: { status: 403, message: 'Order does not belong to this store' },
  order_already_final: { status: 400, message: 'Cannot update order status. Order is already {status}.' },
  impossible_step: {
    status: 400,
    message: 'Cannot change order status from {from} to {to}. Allowed: {allowed}.',
  },
  body_timeout: { status: 408, message: 'Request took too long to arrive' },
  body_aborted: { status: 400, message: 'Request body was cut off' },
  headers_too_large: { status: 431, message: 'Request headers are too large' },
  overloaded: { status: 503, message: 'Service is busy, please try again' },
  unavailable: { status: 503, message: 'Service is temporarily unavailable' },
  storage_full: { status: 503, message: 'Storage is full: nothing can be saved just now' },
  internal: { status: 500, message: 'Internal server error' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof API_ERRORS

type Blanks<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never

type Values<Code extends ErrorCode> = Record<Blanks<(typeof API_ERRORS)[Code]['message']>, string>

/** What the body of a refusal may carry beside its sentence. */
export type ErrorContext = { invalid?: readonly string[]; retry_after?: number }

type Arguments<Code extends ErrorCode> =
  Blanks<(typeof API_ERRORS)[Code]['message']> extends never
    ? [values?: undefined, context?: ErrorContext]
    : [values: Values<Code>, context?: ErrorContext]

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly context: ErrorContext

  constructor(code: ErrorCode, values: Record<string, string> = {}, context: ErrorContext = {}) {
    super(fill(API_ERRORS[code].message, values))
    this.code = code
    this.status = API_ERRORS[code].status
    this.context = context
  }
}

/** Makes the refusal. Forgetting to fill a blank is a type error. */
export function refuse<Code extends ErrorCode>(code: Code, ...[values, context]: Arguments<Code>): ApiError {
  return new ApiError(code, values, context)
}

function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (blank, name: string) => values[name] ?? blank)
}
