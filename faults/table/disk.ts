import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATIONS } from '#contract/operations.ts'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { unprivilegedUser } from '../../harness/services/postgres-server.ts'
import { base64, noise } from '../../harness/shops/pictures.ts'
import type { Fault, Finding } from '../fault.ts'
import type { Wishes } from '../place/place.ts'
import { smallDisk } from '../place/small-disk.ts'
import { type Scene, underLoad } from '../scene.ts'

const SETTLE_MS = 4000
const FULL_MS = 12_000
const SENTENCE = 'Storage is full: nothing can be saved just now'
/** The first writes may still fit into space that was allocated before the disk was full. */
const MOST_TRIES = OPERATIONS.create_product.perMinute

type Disk = Awaited<ReturnType<typeof smallDisk>>
type Store = Awaited<ReturnType<Scene['place']['newStore']>>

interface Filling {
  /** The seller's product has a picture, where only the disk of the images is full. */
  withPicture?: boolean
  beforehand?(): void
}

/** Fills the disk under load, checks that reads go on and writes are refused with the right sentence, and frees it. */
async function fillUp(disk: Disk, wishes: Wishes, filling: Filling = {}): Promise<Finding> {
  return underLoad({ ...wishes, instances: 1 }, async (scene: Scene) => {
    const { caller, place, probe } = scene
    const store = await place.newStore('Shop in the flood')
    await sleep(SETTLE_MS)
    filling.beforehand?.()
    const from = Date.now()
    disk.fill()
    const [unrefused] = await Promise.all([createUntilFull(scene, store, filling), sleep(FULL_MS)])
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
        ...unrefused,
        ...otherSentences(scene),
        ...(failed.length > 0
          ? [`${failed.length} of ${reads.length} reads failed, with ${failed[0]!.status}`]
          : []),
      ],
      notes: `${refused} writes refused, those of the API (${told}) with "${SENTENCE}"; ${reads.length} reads answered meanwhile`,
    }
  })
}

/** Creates products until there is no space. Returns problems with how the refusal says so. */
async function createUntilFull(scene: Scene, store: Store, { withPicture = false }: Filling) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const heard = await scene.caller.once('/api/products/create', await creating(store, withPicture))
    if (heard?.status === 201) continue
    const isAsPromised = heard?.status === 503 && heard.text === JSON.stringify({ error: SENTENCE })
    return isAsPromised ? [] : [`A create was answered with ${heard?.status}: ${heard?.text}`]
  }
  return [`${MOST_TRIES} products were saved on a full disk`]
}

/** Wrong sentences in the API's refusals. Pages have their own wording. */
const otherSentences = ({ caller }: Scene) =>
  [...caller.sentences.keys()]
    .filter((sentence) => sentence !== SENTENCE && sentence !== '')
    .map((sentence) => `A write was refused with "${sentence}"`)

/** Too large for the free rest of a database page. */
const creating = async ({ api_key }: Store, withPicture: boolean) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': api_key },
  body: JSON.stringify({
    name: 'Lamp',
    price: 1,
    description: 'In the flood',
    stock: 1,
    metadata: { flood: randomBytes(PRODUCT_LIMITS.metadataBytesMax / 4).toString('hex') },
    ...(withPicture && { primary_image: base64(await noise({ width: 24, height: 24 }).png().toBuffer()) }),
  }),
})

async function untilSaved({ caller, place }: Scene, from: number): Promise<number> {
  const store = await place.newStore('Shop for later')
  await caller.persist('/api/products/create', await creating(store, false))
  return Date.now() - from
}

export const diskFaults: Fault[] = [
  {
    name: 'disk-sqlite',
    what: 'the disk of SQLite and the images full for 12 s',
    async run() {
      await using disk = await smallDisk(24)
      const beforehand = () => {
        // Otherwise writes would first use the space that the WAL file already occupies.
        using database = new DatabaseSync(join(disk.path, 'haat.db'), { timeout: 5000 })
        database.exec('pragma wal_checkpoint(truncate)')
      }
      return await fillUp(disk, { engine: 'sqlite', folder: disk.path }, { beforehand })
    },
  },
  {
    name: 'disk-images',
    what: 'the disk of the images full for 12 s, with PostgreSQL elsewhere',
    async run() {
      await using disk = await smallDisk(4)
      return await fillUp(disk, { engine: 'postgres', folder: disk.path }, { withPicture: true })
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
