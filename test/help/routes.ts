import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** The routes of all apps started in this process, each once, by "METHOD url". */
export const routes = new Map<string, { method: string; url: string }>()

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method: methods, url }) => {
    for (const method of [methods].flat()) routes.set(`${method} ${url}`, { method, url })
  })
})
