import type { Refusal } from '#contract/dashboard/errors.ts'
import type { Answer, Input, Route } from '#contract/dashboard/route.ts'
import { DASHBOARD_API, ROUTES, type RouteName } from '#contract/dashboard.ts'
import { askToSignIn } from './signed-out.ts'
import { inSellersWords } from './texts/field-names.ts'
import { texts } from './texts.ts'

/** A refusal or a failure, in the server's sentence where it gave one. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly invalid: readonly string[]
  readonly advice: string | undefined

  constructor(status: number, refusal: Partial<Refusal>, requestId?: string | null) {
    super(inSellersWords(refusal.error ?? texts.states.unknown))
    this.status = status
    this.code = refusal.code ?? 'unknown'
    this.requestId = refusal.request_id ?? requestId ?? undefined
    this.fields = Object.fromEntries(
      Object.entries(refusal.fields ?? {}).map(([name, sentence]) => [name, inSellersWords(sentence)]),
    )
    this.invalid = refusal.invalid ?? []
    this.advice = adviceFor(status, refusal.retry_after)
  }
}

function adviceFor(status: number, retryAfter: number | undefined): string | undefined {
  if (status === 0) return texts.states.offlineAdvice
  if (status === 429) return texts.states.tooOften(retryAfter ?? 60)
  if (status >= 500) return texts.states.serverAdvice
  return undefined
}

export type InputOf<Name extends RouteName> = Input<(typeof ROUTES)[Name]>
export type AnswerOf<Name extends RouteName> = Answer<(typeof ROUTES)[Name]>

/** Somebody waits for the answer in front of a dialog that stays until it comes. */
const ANSWER_WITHIN_MS = 120_000

interface Options {
  signal?: AbortSignal
  /** The caller deals with being signed out itself. */
  quiet?: boolean
}

/** Calls one route of the contract. When the session has ended it waits for the person to sign in, then goes on. */
export async function call<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  { signal, quiet = false }: Options = {},
): Promise<AnswerOf<Name>> {
  const route: Route = ROUTES[name]
  const response = await send(route, input as Record<string, unknown>, signal)
  if (response.ok) return (await response.json()) as AnswerOf<Name>
  const problem = await problemOf(response)
  if (problem.code !== 'signed_out' || quiet) throw problem
  await askToSignIn()
  return call(name, input, { ...(signal && { signal }), quiet: true })
}

/** As AbortSignal.any, which phones of 2023 do not have. */
function firstOf(signals: AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const each of signals) {
    const abort = () => first.abort(each.reason)
    if (each.aborted) abort()
    else each.addEventListener('abort', abort, { once: true })
  }
  return first.signal
}

async function send(route: Route, input: Record<string, unknown>, signal?: AbortSignal): Promise<Response> {
  const body = route.body && pick(input, route.body)
  // How long pictures take depends on the connection.
  const signals = [signal, route.carriesImages ? undefined : AbortSignal.timeout(ANSWER_WITHIN_MS)]
  try {
    return await fetch(urlOf(route, input), {
      method: route.method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      credentials: 'same-origin',
      ...(body && { body: JSON.stringify(body) }),
      signal: firstOf(signals.filter((each) => each !== undefined)),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem(0, { error: texts.states.offline, code: 'offline' })
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

async function problemOf(response: Response): Promise<ApiProblem> {
  const refusal = (await response.json().catch(() => ({}))) as Partial<Refusal>
  return new ApiProblem(response.status, refusal, response.headers.get('x-request-id'))
}
