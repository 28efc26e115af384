import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendWhole } from '../send-whole.ts'
import { takesEncoding } from '../takes-encoding.ts'
import { documentOf, type Page } from './document.ts'

const pack = promisify(gzip)

/** What a page may load besides what is ours, by directive of the Content-Security-Policy. */
export type Sources = Partial<
  Record<'script-src' | 'style-src' | 'connect-src' | 'frame-src' | 'form-action', string>
>

export interface PageAnswer extends Page {
  status?: number
  headers?: Record<string, string>
  sources?: Sources
}

/** Product pictures may come from any site that the seller named; everything else must be ours. */
const POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self' https: http: data:",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

function policyOf(sources: Sources = {}): string {
  const all: Record<string, string> = { ...POLICY }
  for (const [directive, more] of Object.entries(sources))
    all[directive] = `${all[directive] ?? ''} ${more}`.trim()
  return Object.entries(all)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ')
}

/** Sends a page. All pages get the headers against framing, foreign content and shared caches here. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, answer: PageAnswer) {
  const text = await documentOf(answer)
  reply
    .code(answer.status ?? 200)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policyOf(answer.sources))
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding')
  if (!answer.description) reply.header('x-robots-tag', 'noindex')
  if (answer.headers) reply.headers(answer.headers)
  if (!takesEncoding(request, 'gzip')) return sendWhole(request, reply, text)
  reply.header('content-encoding', 'gzip')
  return sendWhole(request, reply, await pack(text))
}
