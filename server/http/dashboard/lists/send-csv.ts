import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is sent as it is read: a store of any size needs the memory of one batch. */
export async function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>) {
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
  await reply.send(Readable.from(marked(lines)))
}

/** The mark tells Excel that it is UTF-8. */
async function* marked(lines: AsyncIterable<string>) {
  yield '\ufeff'
  yield* lines
}
