import type { FastifyReply, FastifyRequest } from 'fastify'

interface Cookie {
  name: string
  value: string
  seconds: number
}

/** `__Host-` binds the cookie to this host and HTTPS: neither a sibling host nor a plain HTTP page can set it. */
const boundName = (publicUrl: string, name: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

export function readCookie({ headers }: FastifyRequest, publicUrl: string, name: string): string | undefined {
  const start = `${boundName(publicUrl, name)}=`
  const found = headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
  return found?.slice(start.length) || undefined
}

/** For our own pages alone: no script reads it, and no other site's form sends it. */
export function setCookie(reply: FastifyReply, publicUrl: string, { name, value, seconds }: Cookie) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${boundName(publicUrl, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
  )
}
