import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { SecureContext, TLSSocket } from 'node:tls'
import { URL_MAX } from '#contract/url.ts'
import { isAllowedAddress, type Network } from '../rules/network/public-address.ts'
import { isoDay } from '../rules/values/iso-time.ts'
import { DeliveryError, type Stage, timeoutFailure } from './failure.ts'
import type { Resolver } from './resolve.ts'
import type { Posting, Seen } from './webhook-client.ts'

const MOST_ANSWER_BYTES = 64 * 1024
const KEPT_ANSWER_BYTES = 2048
/**
 * The limit on bytes before an answer: informational responses and blank lines may come without end, and cost as much
 * as reading one.
 */
const MOST_BYTES_BEFORE = 128 * 1024
/** A chunk counts as at least this many bytes: each costs some microseconds, and 400 bytes where it is kept. */
const LEAST_CHUNK_BYTES = 64

interface Means {
  agent: https.Agent | false
  secureContext: SecureContext
  seen: Seen
  resolver: Resolver
  allowed: readonly Network[]
}

interface Answered {
  status: number
  answer: string
  retryAfter: string | undefined
  location: string | undefined
}

/** One POST, which tracks how far it has come. */
export class Attempt {
  stage: Stage = 'dns'
  readonly #posting: Posting
  readonly #means: Means
  readonly #outcome = Promise.withResolvers<Answered>()
  #request: ClientRequest | undefined
  #isSettled = false

  constructor(posting: Posting, means: Means) {
    this.#posting = posting
    this.#means = means
  }

  run(): Promise<Answered> {
    this.#send(this.#means.agent)
    return this.#outcome.promise
  }

  giveUp(deadlineMs: number) {
    this.#fail(new DeliveryError(timeoutFailure(this.stage, deadlineMs)))
  }

  #fail(error: Error) {
    this.#isSettled = true
    this.#outcome.reject(error)
    this.#request?.destroy()
  }

  #succeed(answered: Answered) {
    this.#isSettled = true
    this.#outcome.resolve(answered)
  }

  #send(agent: https.Agent | false) {
    this.stage = 'dns'
    const { url, headers, body } = this.#posting
    const { hostname } = new URL(url)
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal)) {
      this.#means.seen.addresses = [literal]
      if (!isAllowedAddress(literal, this.#means.allowed)) return this.#fail(notAllowed(literal))
      this.stage = 'connect'
    }
    const { secureContext } = this.#means
    const options = { method: 'POST', headers, agent, secureContext, lookup: this.#lookup }
    const request = https.request(url, options)
    this.#request = request
    request.on('socket', (socket) => {
      this.#watch(socket as TLSSocket)
      this.#boundBeginning(request, socket)
    })
    request.on('response', (response) => this.#read(response))
    // Nobody asked for another protocol. Without a listener, Node would close the connection and tell nothing.
    request.on('upgrade', (response, socket) => {
      this.#succeed(answeredBy(response, ''))
      socket.destroy()
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Giving up resets the connection too; nothing is left to do.
      if (this.#isSettled) return
      // The server may have just closed a kept connection. That is no answer, so the request is sent again over a new
      // one.
      if (request.reusedSocket && isClosed(error)) this.#send(false)
      else this.#fail(error)
    })
    request.end(body)
  }

  /**
   * All addresses of the look-up must be allowed, and the connection goes to one of them, so that a second look-up
   * cannot lead elsewhere.
   */
  readonly #lookup: LookupFunction = (hostname, options, done) => {
    const { resolver, seen, allowed } = this.#means
    resolver.addressesOf(hostname).then(
      (addresses) => {
        seen.addresses = addresses
        const bad = addresses.find((address) => !isAllowedAddress(address, allowed))
        if (bad) return done(notAllowed(bad), [])
        this.stage = 'connect'
        const all = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) done(null, all)
        else done(null, all[0]!.address, all[0]!.family)
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }

  #watch(socket: TLSSocket) {
    if (!socket.connecting) {
      this.stage = 'answer'
      return
    }
    socket.once('connect', () => {
      const address = socket.remoteAddress
      if (address === undefined) return this.#fail(wasReset())
      if (!isAllowedAddress(address, this.#means.allowed)) return this.#fail(notAllowed(address))
      this.#means.seen.connectedTo = address
      this.stage = 'tls'
    })
    socket.once('secureConnect', () => {
      this.stage = 'answer'
      if (this.#means.agent === false) this.#means.seen.certificate = describeCertificate(socket)
    })
  }

  #boundBeginning(request: ClientRequest, socket: Socket) {
    let left = MOST_BYTES_BEFORE
    const count = ({ length }: Buffer) => {
      left -= length
      if (left < 0) this.#fail(noAnswer())
    }
    const stop = () => socket.off('data', count)
    socket.on('data', count)
    request.once('response', stop).once('close', stop)
  }

  #read(response: IncomingMessage) {
    const chunks: Buffer[] = []
    let bytes = 0
    let read = 0
    const done = () => this.#succeed(answeredBy(response, beginningOf(Buffer.concat(chunks))))
    response.on('data', (chunk: Buffer) => {
      if (bytes < KEPT_ANSWER_BYTES) chunks.push(chunk)
      bytes += chunk.length
      read += Math.max(chunk.length, LEAST_CHUNK_BYTES)
      if (read < MOST_ANSWER_BYTES) return
      done()
      this.#request?.destroy()
    })
    response.on('end', done)
    response.on('error', (error) => this.#fail(error))
  }
}

const answeredBy = ({ statusCode = 0, headers }: IncomingMessage, answer: string): Answered => ({
  status: statusCode,
  answer,
  retryAfter: headers['retry-after'],
  location: headers.location?.slice(0, URL_MAX),
})

const isClosed = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE'

const wasReset = () => Object.assign(new Error('the connection was reset at once'), { code: 'ECONNRESET' })

const noAnswer = () =>
  Object.assign(new Error(`${MOST_BYTES_BEFORE / 1024} KB arrived without an answer`), {
    code: 'NO_ANSWER',
  })

const notAllowed = (address: string) =>
  new DeliveryError({
    stage: 'address',
    timedOut: false,
    code: 'NOT_PUBLIC',
    reason: `Address: ${address} is not a public address`,
  })

/** Converts to text that every database accepts. */
const beginningOf = (bytes: Buffer) =>
  bytes.subarray(0, KEPT_ANSWER_BYTES).toString('utf8').replaceAll('\0', '\ufffd')

function describeCertificate(socket: TLSSocket): NonNullable<Seen['certificate']> {
  const { issuer, valid_to } = socket.getPeerCertificate()
  const { O, CN } = issuer ?? {}
  const lastDay = valid_to ? isoDay(Date.parse(valid_to)) : 'unknown'
  return { issuer: String(O ?? CN ?? 'unknown'), lastDay }
}
