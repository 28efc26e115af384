import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { partsOfPath } from '../images/image-store.ts'
import { RecentPictures } from '../images/recent-pictures.ts'
import { smallPicture, WIDTHS } from '../images/small-picture.ts'
import type { World } from '../world.ts'

const MOST_BYTES_KEPT = 32 * 1024 * 1024

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

/** `/images/{width}/{store}/{file}`: an uploaded image in the size of a screen. Phones need not load a poster. */
export function addSmallPictures(server: FastifyInstance, { images }: World) {
  const recent = new RecentPictures(MOST_BYTES_KEPT)
  server.get<{ Params: { width: string; store: string; file: string } }>(
    '/images/:width/:store/:file',
    async (request, reply) => {
      const { width, store, file } = request.params
      const path = `${store}/${file}`
      if (!WIDTHS.includes(Number(width)) || !partsOfPath(path)) return reply.callNotFound()
      const known = recent.get(`${width}/${path}`)
      const picture = known ?? (await make(path, Number(width)))
      if (picture === 'missing') return reply.callNotFound()
      if (!picture) return reply.headers({ 'cache-control': 'no-cache' }).redirect(`/images/${path}`, 307)
      recent.put(`${width}/${path}`, picture)
      return reply.headers(HEADERS).type('image/webp').send(picture)
    },
  )

  async function make(path: string, width: number) {
    const original = await images.read(path)
    return original ? smallPicture(await buffer(original.stream), width) : 'missing'
  }
}
