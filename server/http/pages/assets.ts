import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { FOR_EVER } from '../../rules/network/for-ever.ts'
import { onFirstUse } from '../../rules/values/on-first-use.ts'
import { takesEncoding } from '../takes-encoding.ts'
import { tokenCss } from './tokens.ts'

interface Asset {
  /** Carries the hash of the content, so it may be kept for ever. */
  path: string
  /** Matches that path and those of other versions of it. */
  route: string
  type: string
  text: string
  /** Compressed at the first request, so that it does not delay the start. */
  packed: () => Promise<Uint8Array>
}

const pack = promisify(brotliCompress)

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

function asset(name: string, extension: string, type: string, text: string): Asset {
  const pathOf = (version: string) => `/assets/${name}-${version}.${extension}`
  return {
    path: pathOf(hash('sha256', text).slice(0, 12)),
    route: pathOf(':version(^[0-9a-f]{12})'),
    type,
    text,
    packed: onFirstUse(() => pack(text)),
  }
}

const SHEETS = ['frame', 'parts', 'store', 'product', 'checkout', 'order', 'payment', 'policy']
const style = tokenCss() + SHEETS.map((name) => read(`./style/${name}.css`)).join('')

export const STYLE = asset('pages', 'css', 'text/css; charset=utf-8', style)
export const SCRIPT = asset('pages', 'js', 'text/javascript; charset=utf-8', read('./browser/pages.js'))

/** Loaded by the script above where a picture is to be added; the dashboard uses it too. */
export const FIT_SCRIPT = asset(
  'fit-picture',
  'js',
  'text/javascript; charset=utf-8',
  read('../../../contract/fit-picture.js'),
)

export const RAZORPAY_SCRIPT = asset(
  'razorpay',
  'js',
  'text/javascript; charset=utf-8',
  read('./browser/razorpay.js'),
)

/**
 * The stylesheet and the script of all pages, and the scripts for adding pictures and for Razorpay. Any version in the
 * path gets ours: while two versions run during an upgrade, a page of the other one is better off with it than with
 * nothing.
 */
export function addAssets(server: FastifyInstance) {
  for (const { path, route, type, text, packed } of [STYLE, SCRIPT, FIT_SCRIPT, RAZORPAY_SCRIPT]) {
    server.get(route, async (request, reply) => {
      const isOurs = request.url.split('?')[0] === path
      reply
        .header('content-type', type)
        .header('cache-control', isOurs ? FOR_EVER : 'no-store')
        .header('vary', 'accept-encoding')
      if (!takesEncoding(request, 'br')) return text
      reply.header('content-encoding', 'br')
      return packed()
    })
  }
}
