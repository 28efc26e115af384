import type { World } from '../world.ts'
import { tracedEngine } from './traced-engine.ts'
import { tracedReceivers } from './traced-receivers.ts'
import type { Tracer } from './tracer.ts'

/** The same world, which records spans of the work for a traced request. */
export const tracedWorld = (world: World, tracer: Tracer): World => ({
  ...world,
  db: tracedEngine(world.db, tracer),
  receivers: tracedReceivers(world.receivers, tracer),
  traceparent: () => tracer.traceparent(),
})
