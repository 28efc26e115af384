import { spanInWords } from '../../rules/webhooks/schedule-words.ts'
import { EVENTS_EXAMPLE, TEST_EVENT_EXAMPLE } from './examples.ts'
import type { ShapeName } from './shapes.ts'

const HEADERS: Record<string, string> = {
  'webhook-id': "The event's own name. It is the same each time the event is sent.",
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature': 'Signatures with a space between them, each `v1,` and a base64 HMAC-SHA-256.',
  'webhook-sequence': "The event's number in the store, without gaps; 0 for a test event.",
}

const [created] = EVENTS_EXAMPLE.events

/** The webhooks that a seller's server receives, as OpenAPI 3.1 describes them, and how long they are retried. */
export const webhooksOf = (retryMs: readonly number[]) => ({
  'order.created': webhook({
    operationId: 'order_created',
    summary: 'An order was paid',
    description: `Posted to each of the store’s webhook URLs. Answer with 2xx within 5 seconds; anything else is tried again for ${spanInWords(retryMs)}. The same event may arrive more than once.`,
    shape: 'OrderCreated',
    example: created!.payload,
  }),
  'webhook.test': webhook({
    operationId: 'webhook_test',
    summary: 'Somebody tries the URL',
    description:
      'Posted once to the URL that is tried. Answer with 2xx within 5 seconds, and do nothing else.',
    shape: 'TestEvent',
    example: TEST_EVENT_EXAMPLE,
  }),
})

interface Webhook {
  operationId: string
  summary: string
  description: string
  shape: ShapeName
  example: object
}

const webhook = ({ shape, example, ...words }: Webhook) => ({
  post: {
    ...words,
    tags: ['Events'],
    security: [],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: name === 'webhook-sequence' ? 'integer' : 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${shape}` }, example } },
    },
    responses: { '2XX': { description: 'The event has arrived.' } },
  },
})
