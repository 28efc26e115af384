import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../../world.ts'
import { sendStream } from '../../send-stream.ts'

interface Call {
  world: World
  request: FastifyRequest
  reply: FastifyReply
}

/** A file that is sent as it is read: a store of any size needs the memory of one batch. */
export async function sendCsv({ world, request, reply }: Call, name: string, lines: AsyncIterable<string>) {
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
  await sendStream(world, request, reply, Readable.from(marked(lines)))
}

/** The mark tells Excel that it is UTF-8. */
async function* marked(lines: AsyncIterable<string>) {
  yield '\ufeff'
  yield* lines
}
