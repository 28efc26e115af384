// A process that kills itself at a chosen point of a chosen deed, as a crash would: doomed.ts DEED POINT ARGUMENTS.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queries } from '../../server/storage/engine.ts'
import type { World } from '../../server/world.ts'
import { DEEDS, type DeedName } from './deeds.ts'
import { die, openDoomedWorld } from './doom.ts'
import { instead } from './instead.ts'
import type { Point } from './points.ts'

const [deed, point, text = '{}'] = process.argv.slice(2) as [DeedName, Point, string]
const world = await openDoomedWorld()

async function transaction<T>(work: (tx: Queries) => T | Promise<T>): Promise<T> {
  const value = await world.db.transaction(async (tx) => {
    const done = await work(point === 'first query' ? dyingAfterFirst(tx) : tx)
    if (point === 'before the commit') die()
    return done
  })
  if (point === 'after the commit') die()
  return value
}

function dyingAfterFirst(tx: Queries): Queries {
  return instead(tx, {
    rows: async (query, values) => {
      await tx.rows(query, values)
      return die()
    },
    first: async (query, values) => {
      await tx.first(query, values)
      return die()
    },
    write: async (query, values) => {
      await tx.rows(query, values)
      return die()
    },
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
