import { countWords } from '../../rules/values/count-words.ts'
import { messageOf } from '../../rules/values/message-of.ts'

export type State = 'ok' | 'warning' | 'broken'

/** The result of one check, and what to do if it is not ok. */
export interface Finding {
  subject: string
  state: State
  says: string
  fix?: string
}

export const ok = (subject: string, says: string): Finding => ({ subject, state: 'ok', says })

const problem =
  (state: State) =>
  (subject: string, says: string, fix: string): Finding => ({ subject, state, says, fix })

export const warning = problem('warning')
export const broken = problem('broken')

/** An OpenSSL message, of which one part is for people. */
const OPENSSL = /^[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):.*$/

/** What Node adds about its own options. */
const ADVICE = /; if the root CA is installed locally.*$/

/** An error's message in one line. */
export const reasonOf = (error: unknown): string =>
  messageOf(error)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .replace(OPENSSL, 'TLS failed with "$1"')
    .replace(ADVICE, '')

const WITHIN_MS = 10_000

const tooLate = (withinMs: number) => new Error(`no answer within ${countWords(withinMs / 1000, 'second')}`)

/** Fails after a time limit, so that a server that never answers is reported too. */
export async function answeredInTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooLate(WITHIN_MS)), WITHIN_MS)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The same for work that nothing else would end: at the limit its signal aborts, and it ends with the error that it
 * knows best.
 */
export async function endedInTime<T>(
  work: (overdue: AbortSignal) => Promise<T>,
  withinMs = WITHIN_MS,
): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(tooLate(withinMs)), withinMs)
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}
