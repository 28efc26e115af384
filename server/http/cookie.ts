import type { FastifyReply, FastifyRequest } from 'fastify'

interface Cookie {
  name: string
  value: string
  seconds: number
}

/** `__Host-` binds the cookie to this host and HTTPS: neither a sibling host nor a plain HTTP page can set it. */
const boundName = (publicUrl: string, name: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

/** Browsers send the oldest first. */
const sentCookies = ({ headers }: FastifyRequest): string[] =>
  (headers.cookie ?? '').split(';').map((part) => part.trim())

export function readCookie(request: FastifyRequest, publicUrl: string, name: string): string | undefined {
  const start = `${boundName(publicUrl, name)}=`
  const found = sentCookies(request).find((part) => part.startsWith(start))
  return found?.slice(start.length) || undefined
}

/** The names that begin with `start`, of the oldest cookie first. */
export function cookieNames(request: FastifyRequest, publicUrl: string, start: string): string[] {
  const bound = boundName(publicUrl, start)
  return sentCookies(request)
    .filter((part) => part.startsWith(bound))
    .map((part) => `${start}${part.slice(bound.length).split('=', 1)[0]}`)
}

/** For our own pages alone: no script reads it, and no other site's form sends it. */
export function setCookie(reply: FastifyReply, publicUrl: string, { name, value, seconds }: Cookie) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${boundName(publicUrl, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
  )
}
