import { randomUUID } from 'node:crypto'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type onRequestHookHandler,
} from 'fastify'
import { type ApiError, refuse } from '#contract/errors.ts'
import { isOfApi } from '#contract/operations.ts'
import type { Config } from '../config.ts'
import { HOUR_MS, MINUTE_MS } from '../rules/values/durations.ts'
import type { World } from '../world.ts'
import { API_HEADERS } from './api/api-headers.ts'
import { inviteBodies } from './bodies/invite-bodies.ts'
import { boundReadAhead } from './bodies/read-ahead.ts'
import { answerBrokenRequest, refuseConnect } from './connections/broken-requests.ts'
import { closeConnectionsOnStop } from './connections/close-connections.ts'
import { boundConnections } from './connections/connections.ts'
import { answerHalfClosed } from './connections/half-closed.ts'
import { requireHttps } from './connections/https-only.ts'
import { refuseOverload } from './connections/overload.ts'
import { proxyTest } from './connections/proxies.ts'
import { takeRenewedCertificate } from './connections/renewed-certificate.ts'
import { cutOffUnreadAnswers } from './connections/unread-answers.ts'
import { sendRefusal, toRefusal } from './errors.ts'
import { sendRefusalPage, wantsPage } from './pages/refusal-page.ts'
import { refuseUnasked } from './refuse-unasked.ts'

const MOST_HEADER_BYTES = 64 * 1024
const HEADERS_WITHIN_MS = 30_000
const HANDSHAKE_WITHIN_MS = 10_000
/**
 * For bodies that nobody reads. One that is read must keep a pace (receive.ts), at which the largest takes 43 minutes.
 */
const REQUEST_WITHIN_MS = HOUR_MS
/**
 * Longer than proxies keep idle connections (Caddy two minutes, Google's ten), so that they close first. A request sent
 * on a connection that we are just closing is lost, and a proxy may send it again only if it is a GET.
 */
const KEPT_FOR_PROXIES_MS = 11 * MINUTE_MS

/** A browser that was here once asks for no page in the clear, which somebody on its network could forge. */
const HTTPS_FOR_A_YEAR = 'max-age=31536000'

/** `rules/` checks bodies, not Fastify: leaving out its schema compilers saves loading a hundred modules. */
const noSchemas = () => {
  throw new Error('A route has a schema, and nothing here compiles one')
}

/** A server with everything that is the same for all routes, and no routes yet. */
export function makeServer(config: Config, world: World): FastifyInstance {
  const server = bareServer(config, world)
  const isProxy = proxyTest(config.trustProxy)
  boundConnections(server.server, { isProxy, log: world.log })
  if (config.tls) takeRenewedCertificate(server.server, config.tls, world)
  // Fastify parses no bodies: a route reads its body itself, once it has decided to take it.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  inviteBodies(server.server)
  boundReadAhead(server.server)
  answerHalfClosed(server.server)
  server.server.on('connect', refuseConnect)
  server.addHook('onRequest', checkHeaders(world))
  if (config.trustProxy.length > 0) requireHttps(server, isProxy, world)
  server.setNotFoundHandler(answerNotFound)
  server.setErrorHandler(async (error, request, reply) => {
    if (request.is404) return answerNotFound(request, reply)
    return answerRefusal(request, reply, toRefusal(error, world, request))
  })
  logRequests(server, world)
  cutOffUnreadAnswers(server.server)
  refuseOverload(server, world)
  closeConnectionsOnStop(server, isProxy)
  return server
}

function bareServer({ tls, trustProxy }: Config, world: World): FastifyInstance {
  const options: FastifyServerOptions = {
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    requestTimeout: REQUEST_WITHIN_MS,
    ...(trustProxy.length > 0 && { keepAliveTimeout: KEPT_FOR_PROXIES_MS }),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // Requests that still come at a stop are answered normally, with `connection: close`.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: MOST_HEADER_BYTES },
    rewriteUrl: ({ url = '/' }) => routableUrl(pathOf(url)),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors(error, request, reply) {
      if (isOfApi(request.url)) reply.headers(API_HEADERS)
      return sendRefusal(request, reply, toRefusal(error, world, request))
    },
  }
  const transport = {
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: HEADERS_WITHIN_MS,
    optimizeEmptyRequests: true, // A request that announces no body gets a stream that has already ended.
    requireHostHeader: false, // Node's own refusal would be empty; `checkHeaders` sends ours.
  }
  if (!tls) return fastify({ ...options, http: transport })
  const { cert, key } = tls
  const https = { ...transport, cert, key, handshakeTimeout: HANDSHAKE_WITHIN_MS }
  return fastify({ ...options, https } as object) as FastifyInstance
}

/** Runs first for every request: the headers of every answer, and what is wrong with those of the request. */
const checkHeaders =
  ({ now, publicUrl }: World): onRequestHookHandler =>
  (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    // The route's path, as an address may be written with escapes.
    if (isOfApi(request.routeOptions.url ?? request.url)) reply.headers(API_HEADERS)
    else if (publicUrl.startsWith('https:')) reply.header('strict-transport-security', HTTPS_FOR_A_YEAR)
    const hosts = countHosts(request.raw.rawHeaders)
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1')) {
      return refuseUnasked(request, reply, 'bad_request', now())
    }
    // Fastify would refuse a malformed type before the route has checked the key.
    if (request.headers['content-type'] !== undefined && !request.mediaType) {
      delete request.raw.headers['content-type']
    }
    done()
  }

/** Node keeps the first Host, a proxy in front may go by the last: they would answer for different sites. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  answerRefusal(request, reply, refuse('not_found'))

/** A page for a browser, JSON for everybody else. */
const answerRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: ApiError) =>
  wantsPage(request) ? sendRefusalPage(request, reply, refusal) : sendRefusal(request, reply, refusal)

/** To a proxy, a client sends the absolute form, `GET http://host/path`. */
const pathOf = (url: string) => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, ''))

/** A path with a broken escape names nothing that exists, but must reach the routes to be refused like any other. */
function routableUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%')) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

function logRequests(server: FastifyInstance, { log }: World) {
  if (!log.isLevelEnabled('debug')) return
  server.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.debug(
      { requestId, method, route: routeOptions.url, status: reply.statusCode, ms },
      'Answered a request',
    )
    done()
  })
}
