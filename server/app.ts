import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { Turns } from './http/api/turns.ts'
import { BodyReader } from './http/bodies/body-reader.ts'
import { addHealth } from './http/health.ts'
import { addMetrics } from './http/metrics/add-metrics.ts'
import { requirePort } from './http/require-port.ts'
import { addRoutes } from './http/routes.ts'
import { makeServer } from './http/server.ts'
import type { Counter } from './limits/counter.ts'
import { countingGate, type Gate } from './limits/gate.ts'
import { KeyUses } from './limits/key-uses.ts'
import { MemoryCounter } from './limits/memory-counter.ts'
import { postgresCounter, postgresGate } from './limits/postgres-gate.ts'
import { type Outside, openWorld } from './open-world.ts'
import { startCleaner } from './workers/cleaner.ts'
import { startFailingWebhooks } from './workers/failing-webhooks.ts'
import { startImageSweeper } from './workers/image-sweeper.ts'
import { startLongWork } from './workers/long-work.ts'
import { MAILS_AT_ONCE, startMails } from './workers/mails.ts'
import { startPaymentPoller } from './workers/payments.ts'
import { WebhookWorker } from './workers/webhooks.ts'
import type { World } from './world.ts'

/** The listen backlog: connections that the kernel queues until we accept them. It silently refuses more. */
const MOST_AT_THE_DOOR = 4096

export interface App extends AsyncDisposable {
  readonly world: World
  /** Where it listens, with the real port, also if the settings said 0. */
  readonly url: string
}

/** The whole program: opened in this order and closed in the reverse; the server and all workers stop at once. */
export async function startApp(config: Config, outside: Outside): Promise<App> {
  await requirePort(config.port, config.host)
  await using opened = new AsyncDisposableStack()
  const countsRequests = config.role !== 'worker' && !config.redisUrl
  const opening = openWorld(config, { ...outside, countsRequests })
  const { world, traceServer } = await traced(config, opened.use(await opening), opened)
  const server = makeServer(config, world)
  traceServer(server)
  addMetrics(server, { world, token: config.metricsToken })
  if (config.role === 'worker') addHealth(server, world)
  else await openRoutes(config, world, server, opened)
  const running: AsyncDisposable[] = [{ [Symbol.asyncDispose]: () => server.close() }]
  opened.defer(() => endAll(running))
  if (config.role !== 'web') await startWorkers(config, world, running)
  await server.listen({ port: config.port, host: config.host, backlog: MOST_AT_THE_DOOR })
  const { port } = server.server.address() as AddressInfo
  world.signals.attend()

  const kept = opened.move()
  return { world, url: urlOf(config, port), [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Loads the code for traces only if the settings ask for them. */
async function traced({ tracing }: Config, world: World, opened: AsyncDisposableStack) {
  if (!tracing) return { world, traceServer: () => {} }
  const { Tracer } = await import('./tracing/tracer.ts')
  const { tracedWorld } = await import('./tracing/traced-world.ts')
  const { traceRequests } = await import('./http/trace-requests.ts')
  const tracer = opened.use(new Tracer(tracing, world.log))
  return {
    world: tracedWorld(world, tracer),
    traceServer: (server: FastifyInstance) => traceRequests(server, tracer),
  }
}

/** Tells all to stop before it waits for any, so that none takes up new work while another is slow to stop. */
async function endAll(running: readonly AsyncDisposable[]) {
  const ends = running.map((each) => each[Symbol.asyncDispose]())
  await Promise.allSettled(ends)
  await Promise.all(ends)
}

async function startWorkers(config: Config, world: World, running: AsyncDisposable[]) {
  running.push(
    startImageSweeper(world),
    new WebhookWorker(world, config.webhookRetryMs),
    startFailingWebhooks(world),
    startPaymentPoller(world),
    startLongWork(world),
    startCleaner(world, { limitsInDatabase: config.database.kind === 'postgres' }),
  )
  if (config.smtpUrl) {
    const { Smtp } = await import('./mails/smtp.ts')
    const mails = new AsyncDisposableStack()
    running.push(mails)
    mails.use(startMails(world, mails.use(new Smtp(config.smtpUrl, { connections: MAILS_AT_ONCE }))))
  }
}

async function openRoutes(
  config: Config,
  world: World,
  server: FastifyInstance,
  opened: AsyncDisposableStack,
) {
  const keyUses = opened.use(new KeyUses(world))
  const bodies = opened.use(new BodyReader())
  const { gate, counter } = await openLimits(config, world, opened)
  const { webhookRetryMs, smtpUrl, tracing } = config
  const turns = new Turns(world.db, { apart: tracing !== undefined })
  const sendsMails = smtpUrl !== undefined
  addRoutes(server, { world, gate, keyUses, bodies, turns, counter, webhookRetryMs, sendsMails })
}

/** Limits are counted where all instances can see them: Redis, else PostgreSQL; one process needs only memory. */
async function openLimits(
  config: Config,
  { db, log }: World,
  opened: AsyncDisposableStack,
): Promise<{ gate: Gate; counter: Counter }> {
  if (config.redisUrl) {
    const { RedisCounter } = await import('./limits/redis-counter.ts')
    const counter = opened.use(new RedisCounter(config.redisUrl, log))
    await counter.ready()
    return { gate: countingGate(db, counter), counter }
  }
  if (config.database.kind === 'postgres') return { gate: postgresGate(db), counter: postgresCounter(db) }
  const counter = new MemoryCounter()
  return { gate: countingGate(db, counter), counter }
}

function urlOf({ tls, host }: Config, port: number): string {
  const name = host === '127.0.0.1' ? 'localhost' : host
  return `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`
}
