import type { FastifyInstance } from 'fastify'
import type { World } from '../world.ts'
export function addDocs(_server: FastifyInstance, _world: World) {}
