import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../world.ts'
import { toRefusal } from './errors.ts'

/**
 * Streams a file. If reading fails after the answer has begun, the client gets it cut off; the error is logged, and the
 * status is set for the metrics only. If it fails earlier, Fastify's error handler sends a refusal as usual.
 */
export function sendStream(world: World, request: FastifyRequest, reply: FastifyReply, stream: Readable) {
  stream.once('error', (error) => {
    if (reply.raw.headersSent) reply.raw.statusCode = toRefusal(error, world, request).status
  })
  return reply.send(stream)
}
