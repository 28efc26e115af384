import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_MS } from '../../../accounts/sessions.ts'
import { readCookie, setCookie } from '../../cookie.ts'

const SESSION = 'haat_session'

export const sessionToken = (request: FastifyRequest, publicUrl: string): string | undefined =>
  readCookie(request, publicUrl, SESSION)

export const giveSession = (reply: FastifyReply, publicUrl: string, token: string) =>
  setCookie(reply, publicUrl, { name: SESSION, value: token, seconds: SESSION_MS / 1000 })

export const takeSession = (reply: FastifyReply, publicUrl: string) =>
  setCookie(reply, publicUrl, { name: SESSION, value: '', seconds: 0 })
