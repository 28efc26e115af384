import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { FOR_EVER } from '../../rules/for-ever.ts'
import { tokenCss } from './tokens.ts'

interface Asset {
  /** Carries the hash of the content, so it may be kept for ever. */
  path: string
  type: string
  text: string
  packed: Uint8Array
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

function asset(name: string, extension: string, type: string, text: string): Asset {
  const path = `/assets/${name}-${hash('sha256', text).slice(0, 12)}.${extension}`
  return { path, type, text, packed: brotliCompressSync(text) }
}

const SHEETS = ['frame', 'parts', 'store', 'product', 'checkout', 'order', 'payment']
const style = tokenCss() + SHEETS.map((name) => read(`./style/${name}.css`)).join('')

export const STYLE = asset('pages', 'css', 'text/css; charset=utf-8', style)
export const SCRIPT = asset('pages', 'js', 'text/javascript; charset=utf-8', read('./browser/pages.js'))

export const RAZORPAY_SCRIPT = asset(
  'razorpay',
  'js',
  'text/javascript; charset=utf-8',
  read('./browser/razorpay.js'),
)

/** The one stylesheet and the one script of the pages, and the script of the page where Razorpay takes over. */
export function addAssets(server: FastifyInstance) {
  for (const { path, type, text, packed } of [STYLE, SCRIPT, RAZORPAY_SCRIPT]) {
    server.get(path, (request, reply) => {
      reply.header('content-type', type).header('cache-control', FOR_EVER).header('vary', 'accept-encoding')
      if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
      return reply.header('content-encoding', 'br').send(packed)
    })
  }
}
