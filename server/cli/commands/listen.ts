import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventsPage } from '#contract/events.ts'
import { Refused } from '../../actions/refused.ts'
import { fetchReason } from '../../rules/network/fetch-reason.ts'
import { countWords } from '../../rules/values/count-words.ts'
import { isSuccess } from '../../rules/webhooks/is-success.ts'
import { signedHeaders } from '../../rules/webhooks/webhook-headers.ts'
import { numberOf } from '../arguments.ts'
import type { UnopenedCommand, UnopenedInvocation } from '../command.ts'

// 40 requests a minute: the limit is 50, and a full page is followed by the next one at once.
const LOOK_EVERY_MS = 1500
const TIMEOUT_MS = 5000

export const listen: UnopenedCommand = {
  name: 'listen',
  summary:
    "Follows a store's events and posts each, signed like a real one, to your own machine. Ends with Ctrl-C.",
  options: {
    key: { value: 'KEY', help: "the store's API key", required: true },
    to: { value: 'URL', help: 'where to post, such as http://localhost:4000/hook', required: true },
    server: { value: 'URL', help: 'the service to listen to (PUBLIC_URL)' },
    secret: { value: 'SECRET', help: 'the whsec_ secret to sign with (one made from the key)' },
    after: { value: 'N', help: 'begin after this event instead of now' },
  },
  async runUnopened(invocation) {
    const { option, required, config, print, stop } = invocation
    const key = required('key')
    const to = webAddress('to', required('to'))
    const server = webAddress('server', option('server') ?? config.publicUrl).href.replace(/\/+$/, '')
    const secret = secretOf(option('secret')) ?? secretFor(key)
    const patiently = patience(invocation)
    const ask = (from: number, limit: number) => patiently(() => eventsAfter(server, key, from, limit))
    const begin = numberOf('after', option('after'))
    const newest = (await ask(0, 1)).last_sequence
    if (begin !== undefined && begin > newest && !stop.aborted)
      throw new Refused(`--after ${begin} is ahead of ${server}: its newest event is ${newest}`)
    let after = begin ?? newest
    const counted = { forwarded: 0, refused: 0, unanswered: 0 }
    if (!stop.aborted) print(`Listening to ${server} after event ${after}\nSigning with ${secret}`)
    while (!stop.aborted) {
      const { events, last_sequence } = await ask(after, 100)
      if (last_sequence < after && !stop.aborted) {
        print(`The newest event is ${last_sequence}: ${server} was restored. Beginning with its first event`)
        after = 0
        continue
      }
      for (const event of events) {
        if (stop.aborted) break
        const { result, said } = await forward(to, secret, event)
        print(`${event.sequence}  ${event.id}  ${said}`)
        after = event.sequence
        counted[result]++
      }
      if (after >= last_sequence) await sleep(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => {})
    }
    return { json: { ...counted, after }, text: endWords(counted) }
  },
}

function webAddress(name: string, text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Refused(`--${name} must be an http or https URL`)
  return url
}

function secretOf(text: string | undefined): string | undefined {
  if (text !== undefined && !/^whsec_[A-Za-z0-9+/]+=*$/.test(text))
    throw new Refused('--secret must begin with whsec_, as the secrets of webhook URLs do')
  return text
}

/** The same at every start, so that the receiver is set up once. */
const secretFor = (key: string): string =>
  `whsec_${createHash('sha256').update(`haat listen ${key}`).digest('base64')}`

class Unanswered extends Error {
  readonly retryAfterMs: number
  constructor(sentence: string, retryAfterMs = LOOK_EVERY_MS) {
    super(sentence)
    this.retryAfterMs = retryAfterMs
  }
}

async function eventsAfter(server: string, key: string, after: number, limit: number): Promise<EventsPage> {
  const url = `${server}/api/events?after=${after}&limit=${limit}`
  const response = await fetch(url, {
    headers: { 'x-api-key': key },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new Unanswered(`${server} does not answer (${fetchReason(error)})`)
  })
  const body = (await response.json().catch(() => ({}))) as EventsPage & { retry_after?: number }
  if (response.status === 401) throw new Refused(`${server} does not know this key`)
  if (response.status === 404) throw new Refused(`${server} has no events: --server must name a Haat service`)
  if (response.status === 429) throw new Unanswered('Too many requests', (body.retry_after ?? 60) * 1000)
  if (!response.ok) throw new Unanswered(`${server} answered ${response.status}`)
  if (!Array.isArray(body.events)) throw new Unanswered(`${server} broke off its answer`)
  return body
}

/** Retries until there is an answer or the person stops it. A failure that repeats is printed once. */
function patience({ print, stop }: UnopenedInvocation) {
  let told: string | undefined
  return async (ask: () => Promise<EventsPage>): Promise<EventsPage> => {
    while (!stop.aborted) {
      try {
        const page = await ask()
        told = undefined
        return page
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error
        if (error.message !== told) print(`${error.message}; asking again`)
        told = error.message
        await sleep(error.retryAfterMs, undefined, { signal: stop }).catch(() => {})
      }
    }
    return { events: [], last_sequence: 0 }
  }
}

/** Only a 2xx counts, as it does for webhook URLs. */
function endWords({ forwarded, refused, unanswered }: Record<Forwarded, number>): string {
  const all = forwarded + refused + unanswered
  if (forwarded === all) return `Posted ${countWords(all, 'event')}`
  const others = [
    refused > 0 && `${refused} answered with an error`,
    unanswered > 0 && `${unanswered} not answered`,
  ].filter(Boolean)
  return `Posted ${forwarded} of ${countWords(all, 'event')}: ${others.join(', ')}`
}

type Forwarded = 'forwarded' | 'refused' | 'unanswered'

async function forward(
  to: URL,
  secret: string,
  event: EventsPage['events'][number],
): Promise<{ result: Forwarded; said: string }> {
  const body = JSON.stringify(event.payload)
  const { id, sequence } = event
  try {
    const { status, body: answer } = await fetch(to, {
      method: 'POST',
      headers: signedHeaders({ id, sequence, body }, [secret], Date.now()),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer?.cancel() // What is not read keeps the connection from being used again.
    return { result: isSuccess(status) ? 'forwarded' : 'refused', said: `Status ${status}` }
  } catch (error) {
    return { result: 'unanswered', said: `No answer (${fetchReason(error)})` }
  }
}
