import { API_ERRORS, type ErrorCode } from '#contract/errors.ts'
import { API_VERSION, OPERATIONS, type Operation } from '#contract/operations.ts'
import { IDEMPOTENCY_KEY } from '../api/read-idempotency-key.ts'
import { OPERATION_DOCS, type OperationDoc, TAG_WORDS } from './operations.ts'
import { SHAPES } from './shapes.ts'
import { webhooksOf } from './webhooks.ts'

/** What any operation may answer. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'https_required',
  'missing_api_key',
  'invalid_api_key',
  'rate_limit_exceeded',
  'internal',
  'unavailable',
  'overloaded',
  'storage_full',
]

/** Examples of the error sentences that have placeholders. */
const FILLED: Partial<Record<ErrorCode, string>> = {
  order_already_final: 'Cannot update order status. Order is already delivered.',
  impossible_step: 'Cannot change order status from started to delivered. Allowed: processing, cancelled.',
}

const CONTEXT: Partial<Record<ErrorCode, object>> = {
  unknown_categories: { invalid: ['Lamps'] },
  rate_limit_exceeded: { retry_after: 60 },
}

/** With an example, because mock servers made from the document would otherwise answer 0, also as the time to wait. */
const number = (description: string, example: number) => ({
  description,
  required: true,
  schema: { type: 'integer' },
  example,
})

const headersOf = (perMinute: number, left: number) => ({
  'X-RateLimit-Limit': number('Maximum requests per minute for the operation', perMinute),
  'X-RateLimit-Remaining': number('Requests left in the current window', left),
  'X-RateLimit-Reset': number('Unix timestamp at which the window resets', 1794653000),
  'X-API-Version': {
    description: 'The version that answered',
    required: true,
    schema: { type: 'string', enum: [API_VERSION] },
  },
  'Cache-Control': {
    description: 'No answer may be kept: it belongs to who holds the key',
    required: true,
    schema: { type: 'string', enum: ['no-store'] },
  },
  'X-Request-Id': {
    description: 'Names the request; say it when you ask for help',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
})
const REPLAYED = {
  'Idempotent-Replayed': {
    description: 'Present where this is the answer of an earlier request with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
}
const RETRY_AFTER = { 'Retry-After': number('Seconds to wait before the next try', 60) }

/** What differs between installations. */
export interface Documented {
  publicUrl: string
  webhookRetryMs: readonly number[]
}

/** The seller API as OpenAPI 3.1, made from the rules that validate and the table of errors. */
export function openApiDocument({ publicUrl, webhookRetryMs }: Documented) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Haat seller API',
      version: API_VERSION,
      description: 'Manage the products and orders of one store. Amounts are Indian Rupees; bodies are JSON.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { description: 'The same for people, with examples', url: `${publicUrl}/docs` },
    servers: [{ url: publicUrl }],
    security: [{ ApiKey: [] }],
    tags: Object.entries(TAG_WORDS).map(([name, description]) => ({ name, description })),
    paths: paths(),
    webhooks: webhooksOf(webhookRetryMs),
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: "The store's key, made in the dashboard under Developer. A new one ends the old one.",
        },
      },
      schemas: SHAPES,
    },
  }
}

function paths() {
  const all: Record<string, Record<string, object>> = {}
  for (const [name, { method, path }] of Object.entries(OPERATIONS)) {
    const documented = path.replace(/:(\w+)/g, '{$1}')
    all[documented] = { ...all[documented], [method.toLowerCase()]: operation(name as Operation) }
  }
  return all
}

function operation(name: Operation) {
  const doc = OPERATION_DOCS[name]
  const { path, perMinute } = OPERATIONS[name]
  return {
    operationId: name,
    summary: doc.summary,
    description: `${doc.description}\n\nAt most ${perMinute} requests a minute.`,
    tags: [doc.tag],
    parameters: [...pathParameters(path, doc), ...queryParameters(doc), ...headerParameters(doc)],
    ...(doc.body && { requestBody: { required: true, content: { 'application/json': doc.body } } }),
    responses: { [doc.success.status]: success(doc, perMinute), ...refusals(doc, perMinute) },
  }
}

function pathParameters(path: string, { tag }: OperationDoc) {
  if (!path.includes(':id')) return []
  const description = tag === 'Orders' ? "The order's id." : "The product's id."
  return [{ name: 'id', in: 'path', required: true, description, schema: { type: 'string', format: 'uuid' } }]
}

const queryParameters = ({ query = [] }: OperationDoc) => query.map((each) => ({ in: 'query', ...each }))

const isIdempotent = ({ errors }: OperationDoc) => errors.includes('bad_idempotency_key')

const headerParameters = (doc: OperationDoc) =>
  isIdempotent(doc)
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A name of yours for what is to be done once, another for each. The same key and body, byte for byte, within 24 hours give the first answer again; another body is refused.',
          schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
          // Without it, tools that import the document fill in random characters that match the pattern.
          example: doc.tag === 'Orders' ? 'order 1042 processing' : 'create LAMP-1',
        },
      ]
    : []

function success(doc: OperationDoc, perMinute: number) {
  const { shape, example } = doc.success
  const headers = { ...headersOf(perMinute, perMinute - 1), ...(isIdempotent(doc) && REPLAYED) }
  const content = { schema: { $ref: `#/components/schemas/${shape}` }, example }
  return { description: doc.summary, headers, content: { 'application/json': content } }
}

/** Every sentence with which the operation can refuse, by status. */
export function refusalsOf(doc: OperationDoc): Map<number, Refusal[]> {
  const all = new Map<number, Refusal[]>()
  const add = (status: number, name: string, value: Refusal['value']) =>
    all.set(status, [...(all.get(status) ?? []), { name, value }])
  for (const [i, error] of (doc.sentences ?? []).entries()) add(400, `field_${i + 1}`, { error })
  for (const code of [...doc.errors, ...COMMON_ERRORS]) {
    add(API_ERRORS[code].status, code, { error: FILLED[code] ?? API_ERRORS[code].message, ...CONTEXT[code] })
  }
  return all
}

interface Refusal {
  name: string
  value: { error: string }
}

/** One response per status; every sentence is one of its examples. */
function refusals(doc: OperationDoc, perMinute: number) {
  return Object.fromEntries(
    [...refusalsOf(doc)].map(([status, examples]) => [
      status,
      {
        description: HTTP_STATUS_WORDS[status] ?? 'Refused',
        headers: {
          ...headersOf(perMinute, status === 429 ? 0 : perMinute - 1),
          ...((status === 429 || status === 503) && RETRY_AFTER),
        },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Refusal' },
            examples: Object.fromEntries(examples.map(({ name, value }) => [name, { value }])),
          },
        },
      },
    ]),
  )
}

export const HTTP_STATUS_WORDS: Record<number, string> = {
  400: 'Bad request or validation',
  401: 'Missing or invalid key',
  403: 'Wrong store',
  404: 'Not found',
  408: 'Body too slow',
  413: 'Body too large',
  429: 'Rate limit',
  500: 'Server error',
  503: 'Busy or unavailable',
}
