import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_MS } from '../../../accounts/sessions.ts'
import { type Cookie, readCookie, setCookie } from '../../cookie.ts'

const SESSION = 'haat_session'

/** `__Host-` binds the cookie to this host and HTTPS: neither a sibling host nor a plain HTTP page can set it. */
const boundName = (publicUrl: string, name: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

export const readBoundCookie = (
  request: FastifyRequest,
  publicUrl: string,
  name: string,
): string | undefined => readCookie(request, boundName(publicUrl, name))

export const setBoundCookie = (reply: FastifyReply, publicUrl: string, cookie: Omit<Cookie, 'path'>) =>
  setCookie(reply, publicUrl, { ...cookie, name: boundName(publicUrl, cookie.name) })

export const sessionToken = (request: FastifyRequest, publicUrl: string): string | undefined =>
  readBoundCookie(request, publicUrl, SESSION)

export const giveSession = (reply: FastifyReply, publicUrl: string, token: string) =>
  setBoundCookie(reply, publicUrl, { name: SESSION, value: token, seconds: SESSION_MS / 1000 })

export const takeSession = (reply: FastifyReply, publicUrl: string) =>
  setBoundCookie(reply, publicUrl, { name: SESSION, value: '', seconds: 0 })
