import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'

/**
 * Refuses a form that another site sent in a customer's name. Browsers say where a form stands: in Sec-Fetch-Site, or,
 * where that is missing, in Origin. A client that says neither is no browser that another site could use.
 */
export function requireSameSite({ headers, protocol, host }: FastifyRequest, publicUrl: string) {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw refuse('bad_request')
  } else if (headers.origin !== undefined) {
    const own = [new URL(publicUrl).origin, `${protocol}://${host}`]
    if (!own.includes(headers.origin)) throw refuse('bad_request')
  }
}
