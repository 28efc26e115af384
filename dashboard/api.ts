import type { DashboardErrorCode, Refusal } from '#contract/dashboard/errors.ts'
import type { Answer, Input, Route } from '#contract/dashboard/route.ts'
import { DASHBOARD_API, ROUTES, type RouteName } from '#contract/dashboard.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { askToSignIn } from './signed-out.ts'
import { inSellersWords } from './texts/field-names.ts'
import { texts } from './texts.ts'

/** A refusal or a failure, with the server's sentence where it sent one. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly advice: string | undefined

  constructor(status: number, refusal: Partial<Refusal>, requestId?: string | null) {
    super(inSellersWords(refusal.error ?? texts.states.unknown))
    this.status = status
    this.code = refusal.code ?? 'unknown'
    this.requestId = refusal.request_id ?? requestId ?? undefined
    this.fields = Object.fromEntries(
      Object.entries(refusal.fields ?? {}).map(([name, sentence]) => [name, inSellersWords(sentence)]),
    )
    this.advice = adviceFor(status, refusal.retry_after)
  }
}

export const isRefusedAs = (code: ErrorCode | DashboardErrorCode, error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code

function adviceFor(status: number, retryAfter: number | undefined): string | undefined {
  if (status === 0) return texts.states.offlineAdvice
  if (status === 429) return texts.states.tooOften(retryAfter ?? 60)
  if (status >= 500) return texts.states.serverAdvice
  return undefined
}

export type InputOf<Name extends RouteName> = Input<(typeof ROUTES)[Name]>
export type AnswerOf<Name extends RouteName> = Answer<(typeof ROUTES)[Name]>

/** Hears of refusals by which the person's part in the store is not what the page still shows. */
export const membership = new EventTarget()
const NOT_AS_SHOWN = ['not_allowed', 'store_not_found'] as const

/** A time limit, because a person may be waiting before a dialog that stays open until the answer comes. */
const ANSWER_WITHIN_MS = 120_000

interface Options {
  signal?: AbortSignal
  /** The caller handles the end of the session itself. */
  quiet?: boolean
}

/** Calls one route of the contract. If the session has ended, it waits until the person signs in, then retries. */
export async function call<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  { signal, quiet = false }: Options = {},
): Promise<AnswerOf<Name>> {
  const route: Route = ROUTES[name]
  const { response, said } = await send(route, input as Record<string, unknown>, signal)
  if (response.ok) return said as AnswerOf<Name>
  const refusal = (said ?? {}) as Partial<Refusal>
  const problem = new ApiProblem(response.status, refusal, response.headers.get('x-request-id'))
  if (NOT_AS_SHOWN.some((code) => isRefusedAs(code, problem))) membership.dispatchEvent(new Event('changed'))
  if (problem.code !== 'signed_out' || quiet) throw problem
  await askToSignIn()
  return call(name, input, { ...(signal && { signal }), quiet: true })
}

/** Replaces AbortSignal.any and AbortSignal.timeout, which phones of 2023 and of 2022 lack. */
function deadline(afterMs: number | undefined, signal: AbortSignal | undefined) {
  const end = new AbortController()
  const timer = afterMs === undefined ? undefined : setTimeout(() => end.abort(), afterMs)
  const abort = () => end.abort(signal?.reason)
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })
  return { signal: end.signal, isMet: () => clearTimeout(timer) }
}

async function send(route: Route, input: Record<string, unknown>, signal?: AbortSignal) {
  const body = route.body && pick(input, route.body)
  // Uploads of pictures have no time limit: their duration depends on the connection.
  const within = deadline(route.carriesImages ? undefined : ANSWER_WITHIN_MS, signal)
  try {
    const response = await fetch(urlOf(route, input), {
      method: route.method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      credentials: 'same-origin',
      ...(body && { body: JSON.stringify(body) }),
      signal: within.signal,
    })
    return { response, said: await saidIn(response) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem(0, { error: texts.states.offline, code: 'offline' })
  } finally {
    within.isMet()
  }
}

/** Reads the body; throws if the connection breaks meanwhile. A proxy's refusal may be an HTML page instead of JSON. */
async function saidIn(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (error) {
    if (response.ok) throw error
    return undefined
  }
}

/** The address of a route, for calls and for plain links to files. */
export function urlOf(route: Route, input: Record<string, unknown>): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(route.query ? pick(input, route.query) : {})) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  return `${DASHBOARD_API}${path}${search && `?${search}`}`
}

const pick = (input: Record<string, unknown>, fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, input[name]]))
