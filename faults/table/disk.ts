import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { unprivilegedUser } from '../../harness/services/postgres-server.ts'
import type { Fault, Finding } from '../fault.ts'
import type { Wishes } from '../place/place.ts'
import { smallDisk } from '../place/small-disk.ts'
import { type Scene, underLoad } from '../scene.ts'

const SETTLE_MS = 4000
const FULL_MS = 12_000
const SENTENCE = 'Storage is full: nothing can be saved just now'

type Disk = Awaited<ReturnType<typeof smallDisk>>

/** Fills the disk under load, looks that reads go on and writes are refused in so many words, and makes room again. */
async function fillUp(disk: Disk, wishes: Wishes, beforehand = () => {}): Promise<Finding> {
  return underLoad({ ...wishes, instances: 1 }, async (scene: Scene) => {
    const { caller, probe } = scene
    await sleep(SETTLE_MS)
    beforehand()
    const from = Date.now()
    disk.fill()
    await sleep(FULL_MS)
    const to = Date.now()
    const refused = [...caller.sentences.values()].reduce((sum, times) => sum + times, 0)
    const told = caller.sentences.get(SENTENCE) ?? 0
    disk.free()
    const recoveredWithinMs = await untilSaved(scene, to)
    const reads = probe.looks.filter(({ began }) => began >= from && began <= to)
    const failed = reads.filter(({ status }) => status !== 200)
    return {
      runs: 1,
      refusedWithinMs: Math.round(caller.slowestRefusalMs),
      recoveredWithinMs,
      problems: [
        ...(refused === 0 ? ['No write was refused'] : []),
        ...(failed.length > 0
          ? [`${failed.length} of ${reads.length} reads failed, with ${failed[0]!.status}`]
          : []),
      ],
      notes: `${refused} writes refused, those of the API (${told}) with "${SENTENCE}"; ${reads.length} reads answered meanwhile`,
    }
  })
}

async function untilSaved({ caller, place }: Scene, from: number): Promise<number> {
  const { api_key } = await place.newStore('Shop for later')
  const body = JSON.stringify({ name: 'Lamp', price: 1, description: 'After the flood', stock: 1 })
  const headers = { 'content-type': 'application/json', 'x-api-key': api_key }
  await caller.persist('/api/products/create', { method: 'POST', body, headers })
  return Date.now() - from
}

export const diskFaults: Fault[] = [
  {
    name: 'disk-sqlite',
    what: 'the disk of SQLite and the images full for 12 s',
    async run() {
      await using disk = await smallDisk(24)
      return await fillUp(disk, { engine: 'sqlite', folder: disk.path }, () => {
        // Room that the journal has taken before would be used first.
        using database = new DatabaseSync(join(disk.path, 'haat.db'), { timeout: 5000 })
        database.exec('pragma wal_checkpoint(truncate)')
      })
    },
  },
  {
    name: 'disk-images',
    what: 'the disk of the images full for 12 s, with PostgreSQL elsewhere',
    async run() {
      await using disk = await smallDisk(4)
      return await fillUp(disk, { engine: 'postgres', folder: disk.path })
    },
  },
  {
    name: 'disk-postgres',
    what: 'the disk of PostgreSQL’s tables full for 12 s',
    async run() {
      await using disk = await smallDisk(48, unprivilegedUser())
      return await fillUp(disk, { engine: 'postgres', redis: true, tablespace: disk.path })
    },
  },
]
