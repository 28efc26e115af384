import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { OPERATIONS } from '#contract/operations.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { createStore } from '../../server/actions/stores/create-store.ts'
import type { Endpoint } from '../../server/http/api/endpoint.ts'
import { serveEndpoint } from '../../server/http/api/serve-endpoint.ts'
import { Turns } from '../../server/http/api/turns.ts'
import { BodyReader } from '../../server/http/bodies/body-reader.ts'
import { makeServer } from '../../server/http/server.ts'
import type { Gate } from '../../server/limits/gate.ts'
import { KeyUses } from '../../server/limits/key-uses.ts'
import { openWorld } from '../../server/open-world.ts'
import type { Engine } from '../../server/storage/engine.ts'

interface Parts {
  gate: (db: Engine) => Gate
  bodies?: BodyReader
  settings?: Record<string, string>
}

/** A server with one operation alone, made of the parts that the test chooses, and the key of a new store. */
export async function startEndpoint(
  endpoint: Endpoint,
  { gate, bodies = new BodyReader(), settings = {} }: Parts,
) {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const config = configOf({ DATA_DIR: folder.path, ...settings })
  const world = opened.use(await openWorld(config, { log: pino({ level: 'silent' }) }))
  const { api_key: key } = await createStore(world, { name: 'Shop' })
  const server = makeServer(config, world)
  opened.defer(() => server.close())
  const door = {
    world,
    gate: gate(world.db),
    keyUses: opened.use(new KeyUses(world)),
    bodies: opened.use(bodies),
    turns: new Turns(world.db),
  }
  const { method, path } = OPERATIONS[endpoint.operation]
  server.route({ method, url: path, handler: serveEndpoint(door, endpoint) })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const kept = opened.move()
  return { url: `http://127.0.0.1:${port}`, key, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
