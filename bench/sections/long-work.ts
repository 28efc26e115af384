import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { ApiError } from '#contract/errors.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { crowdedCategory } from '../../harness/shops/crowded-category.ts'
import { deleteCategory, renameCategory } from '../../server/actions/categories/change-category.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { openWorld } from '../../server/open-world.ts'
import { doPieces } from '../../server/workers/long-work.ts'
import type { World } from '../../server/world.ts'
import { startDurablePostgres } from '../load/servers.ts'
import { median, percentile, type Row } from '../results/report.ts'

const PRODUCTS = 50_000
const TRIAL_PRODUCTS = 2000
const PAUSE_MS = 2
const NOTHING_MS = 20_000
const MOST_MS = 250

export const benchSqliteLongWork = (trial: boolean): Promise<Row[]> => benchLongWork('SQLite', {}, trial)

export async function benchPostgresLongWork(trial: boolean): Promise<Row[]> {
  await using postgres = await startDurablePostgres()
  return await benchLongWork('PostgreSQL', { DATABASE_URL: postgres.url }, trial)
}

/** How long another store's writes wait while a category with many products, and then its store, are changed. */
async function benchLongWork(engine: string, settings: Record<string, string>, trial: boolean) {
  await using folder = await temporaryFolder()
  const config = configOf({ DATA_DIR: folder.path, ...settings })
  await using world = await openWorld(config, { log: pino({ level: 'error' }) })
  const products = trial ? TRIAL_PRODUCTS : PRODUCTS
  const { storeId, categoryId, productIds: own } = await crowdedCategory(world, 1, products, 'Lights')
  const { store_id: other, product_ids } = await seedStore(world, 2, 1, 0)
  const edit = async (stock: number, [id, at]: [string, string]) => {
    await editProduct(world, { storeId: at, id, input: { stock } })
    return true
  }
  const writers: Writers = {
    'another store': (n) => edit(n, [product_ids[0]!, other]),
    'its own store': (n) => edit(n, [own[(n * 7919) % own.length]!, storeId]).catch(falseIfRefused),
  }
  const choice = { storeId, categoryId }
  const deeds: Record<string, () => Promise<unknown>> = {
    'nothing else is done': () => sleep(trial ? 100 : NOTHING_MS),
    'a category is renamed': () => renameCategory(world, { ...choice, name: 'Lamps' }),
    'a category is deleted': () => deleteCategory(world, choice),
    'a store is deleted': () => deleteStore(world, { storeId, typedName: 'Trial store 1', by: 'Asha' }),
  }
  const rows: Row[] = []
  for (const [what, deed] of Object.entries(deeds)) {
    const { waits, answeredMs, doneMs } = await whileWriting(world, writers, deed)
    const longest = Math.max(
      ...Object.values(waits).flatMap(({ written, refused }) => [...written, ...refused]),
    )
    rows.push({
      what: `Longest wait of a write while ${what}, ${engine}`,
      target: `at most ${MOST_MS} ms`,
      met: longest <= MOST_MS,
      figures: `${Object.entries(waits).map(inWords).join('; ')}; ${products} products, answered after ${answeredMs.toFixed(0)} ms, done after ${(doneMs / 1000).toFixed(1)} s`,
    })
  }
  return rows
}

/** Each resolves to whether the write succeeded; false if it was refused. */
type Writers = Record<string, (n: number) => Promise<boolean>>

/** Edits in a deleted store are refused. */
function falseIfRefused(error: unknown): false {
  if (error instanceof ApiError) return false
  throw error
}

/** In milliseconds. A refused write costs less than a successful one, but waits as long. */
interface Waits {
  written: number[]
  refused: number[]
}

const inWords = ([name, { written, refused }]: [string, Waits]) =>
  [
    `${name} ${written.length === 0 ? 'nothing' : figuresOf(written)}`,
    ...(refused.length === 0 ? [] : [`refused ${figuresOf(refused)}`]),
  ].join(', ')

const figuresOf = (waits: number[]) =>
  `${Math.max(...waits).toFixed(0)} ms, 99th percentile ${percentile(waits, 0.99).toFixed(0)} ms, median ${median(waits).toFixed(1)} ms of ${waits.length}`

async function whileWriting(world: World, writers: Writers, deed: () => Promise<unknown>) {
  const began = performance.now()
  let isDone = false
  const doing = async () => {
    await deed()
    const answeredMs = performance.now() - began
    while (await doPieces(world)) await sleep(0)
    isDone = true
    return { answeredMs, doneMs: performance.now() - began }
  }
  const writing = Object.entries(writers).map(async ([name, write]) => {
    const waits: Waits = { written: [], refused: [] }
    for (let n = 1000; !isDone; n++) {
      const from = performance.now()
      const kind = (await write(n)) ? 'written' : 'refused'
      waits[kind].push(performance.now() - from)
      await sleep(PAUSE_MS)
    }
    return [name, waits] as const
  })
  const [times, ...waits] = await Promise.all([doing(), ...writing])
  return { ...times, waits: Object.fromEntries(waits) }
}
