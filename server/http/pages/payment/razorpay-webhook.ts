import type { FastifyInstance } from 'fastify'
import { reportRazorpayWebhook, type WebhookAnswer } from '../../../actions/report-webhook.ts'
import { parseId } from '../../../rules/uuid.ts'
import type { World } from '../../../world.ts'
import { readSmallBody } from '../../bodies/small-body.ts'

const STATUS: Record<WebhookAnswer, number> = {
  taken: 200,
  not_genuine: 401,
  no_such_store: 404,
  try_later: 503,
}

/** Any status but 2xx makes Razorpay send the event again later. */
export function addRazorpayWebhook(server: FastifyInstance, world: World) {
  server.post('/payments/razorpay/:store/webhook', async (request, reply) => {
    const { store } = request.params as { store: string }
    const body = await readSmallBody(request.raw)
    const signature = String(request.headers['x-razorpay-signature'] ?? '')
    const answer = await reportRazorpayWebhook(world, parseId(store) ?? '', body, signature)
    if (answer === 'not_genuine') world.log.warn({ store }, 'A payment webhook had a wrong signature')
    return reply.code(STATUS[answer]).send({ status: answer })
  })
}
