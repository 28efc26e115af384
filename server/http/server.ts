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
/** For what nobody reads. Who reads a body asks for a pace, at which the largest takes 43 minutes. */
const REQUEST_WITHIN_MS = HOUR_MS
/**
 * Longer than proxies keep theirs, Caddy for two minutes and those of Google for ten: what is sent on a connection that is
 * just being closed they must not send again, unless it is a GET.
 */
const KEPT_FOR_PROXIES_MS = 11 * MINUTE_MS

/** Our rules judge bodies; without compilers for schemas, a hundred modules less are loaded. */
const noSchemas = () => {
  throw new Error('A route has a schema, and nothing here compiles one')
}

/** A server with everything that is the same for all routes, and no routes yet. */
export function makeServer(config: Config, world: World): FastifyInstance {
  const server = bareServer(config, world)
  const isProxy = proxyTest(config.trustProxy)
  boundConnections(server.server, { isProxy, log: world.log })
  if (config.tls) takeRenewedCertificate(server.server, config.tls, world)
  // Bodies are read by the routes that want one, after they have decided that they do.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  inviteBodies(server.server)
  boundReadAhead(server.server)
  answerHalfClosed(server.server)
  server.server.on('connect', refuseConnect)
  server.addHook('onRequest', headJudge(world))
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
    return503OnClosing: false, // What still comes on a connection is answered like everything else, the last on it.
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
    optimizeEmptyRequests: true, // Where none is announced, there is no body whose end would be waited for.
    requireHostHeader: false, // Node would refuse without a word; `headJudge` does it in ours.
  }
  if (!tls) return fastify({ ...options, http: transport })
  const { cert, key } = tls
  const https = { ...transport, cert, key, handshakeTimeout: HANDSHAKE_WITHIN_MS }
  return fastify({ ...options, https } as object) as FastifyInstance
}

/** The first look at every request. */
const headJudge =
  ({ now }: World): onRequestHookHandler =>
  (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (isOfApi(request.url)) reply.headers(API_HEADERS)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return refuseUnasked(request, reply, 'bad_request', now())
    }
    // Left in place, a malformed type would be refused before the route has looked at the key.
    if (request.headers['content-type'] !== undefined && !request.mediaType) {
      delete request.raw.headers['content-type']
    }
    done()
  }

const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  answerRefusal(request, reply, refuse('not_found'))

/** A page for a browser, JSON for everybody else. */
const answerRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: ApiError) =>
  wantsPage(request) ? sendRefusalPage(request, reply, refusal) : sendRefusal(request, reply, refusal)

/** Whoever speaks to a proxy names the host too, `GET http://host/path`. */
const pathOf = (url: string) => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, ''))

/** A path with a broken escape names nothing that exists, but it must still reach the routes to be told so. */
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
