import type { FastifyInstance } from 'fastify'
import { reportRazorpayWebhook, type WebhookAnswer } from '../actions/payments/report-webhook.ts'
import { OutageLog, type OutageWords } from '../outage-log.ts'
import { razorpayWebhookPath } from '../rules/payments/razorpay-webhook-path.ts'
import { parseId } from '../rules/values/uuid.ts'
import type { World } from '../world.ts'
import { readSmallBody } from './bodies/small-body.ts'

const STATUS: Record<WebhookAnswer, number> = {
  taken: 200,
  not_genuine: 401,
  no_such_store: 404,
  try_later: 503,
}

/** Anybody can send these as fast as they like: a log line for each would fill the disk. */
const NOT_GENUINE: OutageWords = {
  level: 'warn',
  begins: 'A payment webhook had a wrong signature',
  ends: 'For ten seconds no payment webhook has had a wrong signature',
}

/** Any status but 2xx makes Razorpay send the event again later. */
export function addRazorpayWebhook(server: FastifyInstance, world: World) {
  const forgeries = new OutageLog(world.log, NOT_GENUINE)
  server.post(razorpayWebhookPath(':store'), async (request, reply) => {
    const { store } = request.params as { store: string }
    const body = await readSmallBody(request.raw)
    const signature = String(request.headers['x-razorpay-signature'] ?? '')
    const answer = await reportRazorpayWebhook(world, parseId(store) ?? '', body, signature)
    if (answer === 'not_genuine') forgeries.note({ store })
    return reply.code(STATUS[answer]).send({ status: answer })
  })
}
