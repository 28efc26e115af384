import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Every route of every app that this process has started. */
export const routes: Array<{ method: string; url: string }> = []

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
})
