import type { FastifyInstance } from 'fastify'
import { TYPE_OF_EXTENSION } from '#contract/image-types.ts'
import { imageAt } from '../../images/image-store.ts'
import { FOR_EVER } from '../../rules/network/for-ever.ts'
import type { World } from '../../world.ts'
import { sendStream } from '../send-stream.ts'

const HEADERS = {
  'cache-control': FOR_EVER,
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Serves uploaded images. A file name is the hash of the content, so clients may cache it for ever. */
export function addImages(server: FastifyInstance, world: World) {
  server.route<{ Params: { store: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/images/:store/:file',
    async handler(request, reply) {
      const path = `${request.params.store}/${request.params.file}`
      const image = imageAt(path)
      if (!image) return reply.callNotFound()
      const etag = `"${image.hash}"`
      if (namesTag(request.headers['if-none-match'], etag)) {
        return reply
          .code(304)
          .headers({ ...HEADERS, etag })
          .send()
      }
      const file = await world.images.read(path)
      if (!file) return reply.callNotFound()
      reply.headers({ ...HEADERS, etag, ...(file.bytes !== undefined && { 'content-length': file.bytes }) })
      reply.type(TYPE_OF_EXTENSION[image.extension])
      if (request.method === 'GET') return sendStream(world, request, reply, file.stream)
      file.stream.destroy()
      return reply.send()
    },
  })
}

function namesTag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
