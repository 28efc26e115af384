import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { requestBytes, runLoad, warmUp } from '../load/load.ts'
import { type SeededStore, seedStores } from '../load/operations.ts'
import { inTurn } from '../load/seeded.ts'
import { startHaat } from '../load/servers.ts'
import type { Uploads } from '../load/uploader.ts'
import { allSucceeded, median, type Row } from '../results/report.ts'

const ROUNDS = 3
const AT_ONCE = 20
const IMAGES = 11
const IMAGE_BYTES = 5 * 1024 * 1024
const OTHERS_PER_SECOND = 200
const IDLE_SECONDS = 8
const MOST_SECONDS = 300
/** A pause, because the disk is still busy with the previous pictures. */
const SETTLED_AFTER_MS = 5000

/** Twenty creates at once, each with eleven pictures of 5 MB, beside ordinary reads. */
export async function benchImages(): Promise<Row[]> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await uploadBesideReads())
  return rowsOf(rounds)
}

/** Starts a new server, so that it was idle before its first pictures. */
async function uploadBesideReads(): Promise<Round> {
  await using folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  const stores = await seedStores(env, folder.path, { stores: 2000, products: 1, orders: 0 })
  await using server = await startHaat(env)
  const others = { port: server.port, connections: 8, next: readsOf(stores), perSecond: OTHERS_PER_SECOND }
  const keys = stores.slice(0, AT_ONCE).map(({ api_key }) => api_key)
  await using uploader = startUploader({ port: server.port, keys })
  allSucceeded(await warmUp(server.port, others.next))
  const idle = allSucceeded(await runLoad({ ...others, seconds: IDLE_SECONDS }))
  await uploader.upload(await bodyOf(IMAGES))
  const body = await bodyOf(IMAGES)
  await sleep(SETTLED_AFTER_MS)

  using memory = watchedMemory(server)
  const done = new AbortController()
  const measuring = runLoad({ ...others, seconds: MOST_SECONDS, stop: done.signal })
  const began = performance.now()
  const statuses = await uploader.upload(body)
  const seconds = (performance.now() - began) / 1000
  done.abort()
  const during = allSucceeded(await measuring)
  return { statuses, seconds, peak: memory.peak(), idle: idle.p99Ms, during: during.p99Ms }
}

const readsOf = (stores: readonly SeededStore[]) =>
  inTurn(
    stores.map(({ api_key, product_ids: [id] }) =>
      requestBytes('GET', `/api/products/${id}`, { 'x-api-key': api_key }),
    ),
  )

function watchedMemory(server: Awaited<ReturnType<typeof startHaat>>) {
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memory().resident)
  }, 20)
  return { peak: () => peak, [Symbol.dispose]: () => clearInterval(watch) }
}

interface Round {
  statuses: readonly number[]
  seconds: number
  /** In megabytes. */
  peak: number
  /** 99th percentiles of the reads, in milliseconds. */
  idle: number
  during: number
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const statuses = rounds.flatMap((round) => round.statuses)
  const created = statuses.filter((status) => status === 201).length
  const peak = Math.max(...rounds.map((round) => round.peak))
  const ratio = median(rounds.map(({ during, idle }) => during / idle))
  const eachOf = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(', ')
  return [
    {
      what: `${AT_ONCE} creates at once with eleven 5 MB pictures each`,
      target: 'all 201',
      met: created === statuses.length,
      figures: `${created} of ${statuses.length}, in ${eachOf(rounds.map(({ seconds }) => seconds))} s`,
    },
    {
      what: 'Resident memory meanwhile',
      target: 'at most 1,024 MB',
      met: peak <= 1024,
      figures: `${Math.round(peak)} MB`,
    },
    {
      what: '99th percentile of other reads meanwhile',
      ratio,
      against: 'the idle one',
      target: 'at most 3',
      met: ratio <= 3,
      figures: `${eachOf(rounds.map(({ during }) => during))} ms to ${eachOf(rounds.map(({ idle }) => idle))} ms`,
    },
  ]
}

/** Noise hardly compresses, so its picture has about the wanted size; comments in it make up the rest. */
async function bodyOf(count: number): Promise<Uint8Array> {
  const side = 1300
  const pixels = Buffer.allocUnsafe(side * side * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = Math.random() * 256
  const picture = sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
  const jpeg = await picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
  const [primary_image, ...images] = Array.from({ length: count }, (_, number) => {
    const comments = commentsOf(IMAGE_BYTES - jpeg.length, number)
    return Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)]).toString('base64')
  })
  const text = JSON.stringify({ name: 'Lamp', price: 10, description: '', stock: 1, primary_image, images })
  const shared = Buffer.from(new SharedArrayBuffer(text.length))
  shared.write(text, 'latin1')
  return shared
}

const COMMENT = 0xfffe
const MOST_IN_A_COMMENT = 60_000

/** Comments of a JPEG, of so many bytes together. What is behind a picture's end, or the same in each, is not stored. */
function commentsOf(length: number, filledWith: number): Buffer {
  const bytes = Buffer.alloc(length, filledWith)
  const count = Math.ceil(length / MOST_IN_A_COMMENT)
  const startOf = (n: number) => Math.floor((length * n) / count)
  for (let n = 0; n < count; n++) {
    bytes.writeUInt16BE(COMMENT, startOf(n))
    bytes.writeUInt16BE(startOf(n + 1) - startOf(n) - 2, startOf(n) + 2)
  }
  return bytes
}

/** Uploads on a thread that shares the body's memory: sending or copying so much would block the measuring thread. */
function startUploader(uploads: Uploads) {
  const worker = new Worker(new URL('../load/uploader.ts', import.meta.url), { workerData: uploads })
  return {
    async upload(body: Uint8Array): Promise<number[]> {
      worker.postMessage(body)
      const [statuses] = await once(worker, 'message')
      return statuses
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
