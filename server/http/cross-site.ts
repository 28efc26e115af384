import type { FastifyRequest } from 'fastify'

/**
 * Whether another site made the browser send this. Browsers say so in Sec-Fetch-Site; older ones at least name the
 * origin. What says neither is no browser, and carries no cookie that it was not given on purpose.
 */
export function isCrossSite({ headers, protocol, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  return origin !== undefined && ![new URL(publicUrl).origin, `${protocol}://${host}`].includes(origin)
}
