import type { FastifyRequest } from 'fastify'

/**
 * Whether another site made the browser send this. Browsers say so in Sec-Fetch-Site; older ones at least send Origin.
 * A request with neither header is not from a browser, so its cookies were set on purpose.
 */
export function isCrossSite({ headers, protocol, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  return origin !== undefined && ![new URL(publicUrl).origin, `${protocol}://${host}`].includes(origin)
}
