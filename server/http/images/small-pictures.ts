import type { FastifyInstance } from 'fastify'
import { imageAt } from '../../images/image-store.ts'
import { SmallPictures } from '../../images/small-pictures.ts'
import { OutageLog } from '../../outage-log.ts'
import { PREVIEW, SIZES } from '../../rules/images/picture-sizes.ts'
import { FOR_EVER } from '../../rules/network/for-ever.ts'
import type { World } from '../../world.ts'

const HEADERS = {
  'cache-control': FOR_EVER,
  'content-security-policy': "default-src 'none'; sandbox",
}

/** A preview is made to be shown elsewhere, also by messengers that run in a browser. */
const shownBy = (size: string) => ({
  'cross-origin-resource-policy': size === PREVIEW ? 'cross-origin' : 'same-origin',
})

/**
 * `/images/{size}/{store}/{file}`: an uploaded image scaled down for a screen, so that phones need not load a poster.
 */
export function addSmallPictures(server: FastifyInstance, { images, log }: World) {
  const failures = new OutageLog(log, {
    level: 'warn',
    begins: 'A small picture could not be made: the original is served',
    ends: 'For ten seconds no small picture has failed',
  })
  const pictures = new SmallPictures(images, (error, path) => failures.note({ err: error, path }))
  server.get<{ Params: { size: string; store: string; file: string } }>(
    '/images/:size/:store/:file',
    async (request, reply) => {
      const { size, store, file } = request.params
      const path = `${store}/${file}`
      if (!Object.hasOwn(SIZES, size) || !imageAt(path)) return reply.callNotFound()
      const picture = await pictures.get(path, size)
      if (picture === 'missing') return reply.callNotFound()
      if (picture === 'original' || picture === 'busy') {
        reply.header('cache-control', picture === 'original' ? FOR_EVER : 'no-cache')
        return reply.redirect(`/images/${path}`, 307)
      }
      return reply
        .headers({ ...HEADERS, ...shownBy(size) })
        .type(SIZES[size]!.type)
        .send(picture)
    },
  )
}
