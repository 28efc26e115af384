// A process that kills itself at a chosen point of a chosen deed, as a crash would: doomed.ts DEED POINT ARGUMENTS.
import { setTimeout as sleep } from 'node:timers/promises'
import type { How, Queries } from '../../server/storage/engine.ts'
import type { MaybePromise } from '../../server/storage/maybe-promise.ts'
import type { World } from '../../server/world.ts'
import { DEEDS, type DeedName } from './deeds.ts'
import { die, openDoomedWorld } from './doom.ts'
import { instead } from './instead.ts'
import type { Point } from './points.ts'

const [deed, point, text = '{}'] = process.argv.slice(2) as [DeedName, Point, string]
const world = await openDoomedWorld()

async function transaction<T>(work: (tx: Queries) => MaybePromise<T>, how?: How): Promise<T> {
  const value = await world.db.transaction(async (tx) => {
    const done = await work(doomedQueries(tx))
    if (point === 'before the commit') die()
    return done
  }, how)
  if (point === 'after the commit') die()
  return value
}

const IN_A_QUERY: readonly Point[] = ['first query', 'before it is sent', 'after it was answered']

/** The engine sends a query only at the end of the current turn of the event loop, so dying at once prevents it. */
function doomedQueries(tx: Queries): Queries {
  if (!IN_A_QUERY.includes(point)) return tx
  const ask = async (answer: MaybePromise<unknown>): Promise<never> => {
    if (point !== 'before it is sent') await answer
    return die()
  }
  return instead(tx, {
    rows: (query, values) => ask(tx.rows(query, values)),
    first: (query, values) => ask(tx.first(query, values)),
    write: (query, values) => ask(tx.rows(query, values)),
  })
}

async function put(path: string, bytes: Uint8Array, type: string) {
  if (point === 'before the file') die()
  await world.images.put(path, bytes, type)
  if (point === 'after the file') die()
}

const doomed: World = {
  ...world,
  db: instead(world.db, { transaction }),
  images: instead(world.images, { put }),
}

await DEEDS[deed].do(doomed, JSON.parse(text), { point, die })
await sleep(60_000)
