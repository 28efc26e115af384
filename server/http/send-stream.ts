import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../world.ts'
import { toRefusal } from './errors.ts'

/**
 * Sends a file as it is read. Where that fails once the answer has begun, the client finds it cut off, and the reason is
 * for the log alone; before that the framework asks for a refusal, as for any other failure.
 */
export function sendStream(world: World, request: FastifyRequest, reply: FastifyReply, stream: Readable) {
  stream.once('error', (error) => {
    if (reply.raw.headersSent) toRefusal(error, world, request)
  })
  return reply.send(stream)
}
