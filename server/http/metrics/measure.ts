import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { operationAt } from '../api/operation-at.ts'
import { RequestSeries } from './request-series.ts'

const SERIES = Symbol('series')
const BEGUN = Symbol('begun')

type Measured = ServerResponse & { [SERIES]: RequestSeries; [BEGUN]: number }

/** The client disconnected before its answer: the status that nginx and others use for it. */
const CLIENT_GONE = 499

/** What routes outside the seller API count as. */
const GROUPS: ReadonlyArray<readonly [begin: string, group: string]> = [
  ['/dashboard/api/', 'dashboard_api'],
  ['/dashboard', 'dashboard'],
  ['/s/', 'store_page'],
  ['/o/', 'order_page'],
  ['/pay', 'payment_page'],
  ['/images/', 'image'],
]

/** Notes every answer with its operation, status and duration. To be called before there are routes. */
export function measureRequests(server: FastifyInstance): ReadonlyMap<string, RequestSeries> {
  const all = new Map<string, RequestSeries>()
  const seriesOf = (operation: string) => {
    const series = all.get(operation) ?? new RequestSeries(operation)
    all.set(operation, series)
    return series
  }
  const unrouted = seriesOf('none')
  // Before the framework's own listener, which may answer at once.
  server.server.prependListener('request', (_request, response: Measured) => {
    response[SERIES] = unrouted
    response[BEGUN] = performance.now()
    response.on('close', noteAnswer)
  })
  server.addHook('onRoute', (route) => {
    const series = seriesOf(operationOf(route))
    route.config = { ...route.config, [SERIES]: series } as RouteConfig
    const handle = route.handler as RouteHandlerMethod
    route.handler = function measured(request, reply) {
      ;(reply.raw as Measured)[SERIES] = series
      return handle.call(this, request, reply)
    }
  })
  return all
}

type RouteConfig = NonNullable<RouteOptions['config']> & { [SERIES]?: RequestSeries }

/** Counts an answer under its route although the route's handler did not run. */
export function countWithRoute({ routeOptions }: FastifyRequest, { raw }: FastifyReply) {
  const series = (routeOptions.config as RouteConfig | undefined)?.[SERIES]
  if (series) (raw as Measured)[SERIES] = series
}

function noteAnswer(this: Measured) {
  const isOurs = this.writableFinished || this.statusCode >= 500
  const status = isOurs ? this.statusCode : CLIENT_GONE
  this[SERIES].note(status, performance.now() - this[BEGUN])
}

const operationOf = (route: RouteOptions): string =>
  operationAt(route) ?? GROUPS.find(([begin]) => route.url.startsWith(begin))?.[1] ?? 'other'
