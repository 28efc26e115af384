import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FOR_EVER } from '../../rules/network/for-ever.ts'
import { takesEncoding } from '../takes-encoding.ts'

/** Pictures may come from elsewhere: a product's picture can be an address that the seller gave. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Best compression first. */
const ENCODINGS = ['br', 'gzip'] as const

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
}

/** The dashboard's own files, as the build left them; every other address under /dashboard is a page of the app. */
export function addAppFiles(server: FastifyInstance, folder: string) {
  const kept = new Map<string, Promise<Buffer>>()
  const read = (name: string, encoding: keyof typeof compress): Promise<Buffer | undefined> => {
    const key = `${encoding} ${name}`
    const bytes = kept.get(key) ?? readFile(join(folder, name)).then(compress[encoding])
    kept.set(key, bytes)
    return bytes.catch(() => {
      kept.delete(key)
      return undefined
    })
  }
  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const path = decodeURIComponent(request.url.split('?')[0]!).replace(/^\/dashboard\/?/, '')
    if (path === 'api' || path.startsWith('api/')) return reply.callNotFound()
    const name = /^(assets\/)?[\w.-]+\.(js|css|svg)$/.test(path) ? path : 'index.html'
    const encoding = ENCODINGS.find((name) => takesEncoding(request, name)) ?? 'identity'
    const bytes = await read(name, encoding)
    if (!bytes) return name === 'index.html' ? notBuilt(reply) : reply.callNotFound()
    reply.headers({
      'content-type': TYPES[extname(name)]!,
      'cache-control': name.startsWith('assets/') ? FOR_EVER : 'no-cache',
      'content-security-policy': POLICY,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      vary: 'accept-encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    })
    return reply.send(bytes)
  }
  server.route({ method: ['GET', 'HEAD'], url: '/dashboard', handler: serve })
  server.route({ method: ['GET', 'HEAD'], url: '/dashboard/*', handler: serve })
}

const notBuilt = (reply: FastifyReply) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The dashboard is not built yet. Run "npm run build:dashboard", then load this page again.\n')
