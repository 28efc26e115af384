import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookie {
  name: string
  value: string
  seconds: number
  path?: string
}

export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const start = `${name}=`
  const found = headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
  return found?.slice(start.length) || undefined
}

/** For our own pages alone: no script reads it, and no other site's form sends it. */
export function setCookie(
  reply: FastifyReply,
  publicUrl: string,
  { name, value, seconds, path = '/' }: Cookie,
) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
  )
}
