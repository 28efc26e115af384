import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_MS } from '../../accounts/sessions.ts'

/** `__Host-` binds the cookie to this host over HTTPS: no neighbour and no plain page can plant one. */
const nameFor = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-haat_session' : 'haat_session'

export function sessionToken({ headers }: FastifyRequest, publicUrl: string): string | undefined {
  const name = `${nameFor(publicUrl)}=`
  const found = headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(name))
  return found?.slice(name.length) || undefined
}

export const giveSession = (reply: FastifyReply, publicUrl: string, token: string) =>
  setCookie(reply, publicUrl, token, SESSION_MS / 1000)

export const takeSession = (reply: FastifyReply, publicUrl: string) => setCookie(reply, publicUrl, '', 0)

function setCookie(reply: FastifyReply, publicUrl: string, value: string, seconds: number) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${nameFor(publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
  )
}
