import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_MS } from '../../accounts/sessions.ts'

const SESSION = 'haat_session'

/** `__Host-` binds the cookie to this host over HTTPS: no neighbour and no plain page can plant one. */
const fullName = (publicUrl: string, name: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

export function readCookie({ headers }: FastifyRequest, publicUrl: string, name: string): string | undefined {
  const start = `${fullName(publicUrl, name)}=`
  const found = headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
  return found?.slice(start.length) || undefined
}

export function setCookie(
  reply: FastifyReply,
  publicUrl: string,
  { name, value, seconds }: { name: string; value: string; seconds: number },
) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${fullName(publicUrl, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
  )
}

export const sessionToken = (request: FastifyRequest, publicUrl: string): string | undefined =>
  readCookie(request, publicUrl, SESSION)

export const giveSession = (reply: FastifyReply, publicUrl: string, token: string) =>
  setCookie(reply, publicUrl, { name: SESSION, value: token, seconds: SESSION_MS / 1000 })

export const takeSession = (reply: FastifyReply, publicUrl: string) =>
  setCookie(reply, publicUrl, { name: SESSION, value: '', seconds: 0 })
