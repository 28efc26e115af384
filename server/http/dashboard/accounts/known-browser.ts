import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailOf } from '../../../rules/mails/mail-address.ts'
import { DAY_MS } from '../../../rules/values/durations.ts'
import { sameText } from '../../../rules/values/same-text.ts'
import type { World } from '../../../world.ts'
import { readCookie, setCookie } from '../../cookie.ts'

const NAME = 'haat_known'
/** The longest that browsers keep a cookie. */
const KNOWN_MS = 400 * DAY_MS

/** The counter key of an account, whether or not it exists. */
export const accountMark = (email: string): string => hash('sha256', emailOf(email) ?? email, 'base64url')

/**
 * Marks a browser in which somebody was signed in to the account, or used a link from its mailbox. The cookie gives no
 * access: it only gives the browser's attempts a counter of their own, so that attempts by strangers cannot block them.
 */
export function rememberBrowser(reply: FastifyReply, { vault, now, publicUrl }: World, email: string) {
  const mark = `${randomBytes(12).toString('base64url')}.${now() + KNOWN_MS}`
  const value = `${mark}.${vault.sign('known browser', `${mark} ${accountMark(email)}`)}`
  setCookie(reply, publicUrl, { name: NAME, value, seconds: KNOWN_MS / 1000 })
}

/** The counter key of a browser that the account knows; undefined for any other browser. */
export function knownBrowser(
  request: FastifyRequest,
  { vault, now, publicUrl }: World,
  email: string,
): string | undefined {
  const [id, until, signature = ''] = readCookie(request, publicUrl, NAME)?.split('.') ?? []
  const expected = vault.sign('known browser', `${id}.${until} ${accountMark(email)}`)
  return sameText(signature, expected) && Number(until) > now() ? id : undefined
}
