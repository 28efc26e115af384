import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../world.ts'
import { toRefusal } from './errors.ts'

/**
 * Sends a file as it is read. Where that fails once the answer has begun, the client finds it cut off: the reason is for the
 * log alone, and the status for whoever counts. Before that the framework asks for a refusal, as for any other failure.
 */
export function sendStream(world: World, request: FastifyRequest, reply: FastifyReply, stream: Readable) {
  stream.once('error', (error) => {
    if (reply.raw.headersSent) reply.raw.statusCode = toRefusal(error, world, request).status
  })
  return reply.send(stream)
}
