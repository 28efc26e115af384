import { globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { SECRET } from '../../harness/app/config-of.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { runHaat, spawnHaat } from '../../harness/app/server-process.ts'
import type { EngineName } from '../../harness/services/engines.ts'
import { createProduct } from '../../server/actions/products/create-product.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { openWorld } from '../../server/open-world.ts'
import { backUp } from '../../server/operations/backup.ts'
import { PRODUCT, picture } from '../deeds/deeds.ts'
import type { Fault, Finding } from '../fault.ts'

const ENGINES: readonly EngineName[] = ['sqlite', 'postgres']
const MOMENTS = 8
const PRODUCTS = 1500
const PICTURES = 40
const MAIN = 'server/cli/main.js'

type Target = Awaited<ReturnType<typeof newPlace>>

const settingsOf = ({ settings }: Target) => ({ HAAT_SECRET: SECRET, ...settings })
const haat = (target: Target, ...args: string[]) => runHaat(MAIN, [...args, '--json'], settingsOf(target))

async function makeBackup(source: Target): Promise<string> {
  const file = join(source.folder, 'all.haat')
  await using world = await openWorld(source.config, { log: pino({ level: 'silent' }) })
  const { store_id: storeId } = await seedStore(world, 1, PRODUCTS, PRODUCTS / 5)
  for (let n = 0; n < PICTURES; n++)
    await createProduct(world, { storeId, input: { ...PRODUCT, primary_image: await picture() } })
  await backUp(source.config, file, { withImages: true, now: Date.now })
  return file
}

/** Starts a restore and kills it after `ms`. Returns the signal, or the exit status if it ended earlier. */
async function killAfter(ms: number, target: Target, file: string): Promise<number | NodeJS.Signals> {
  const child = spawnHaat(MAIN, ['restore', file, '--verify'], settingsOf(target))
  await sleep(ms)
  child.kill('SIGKILL')
  return await child.ended
}

/** Pictures are written first: pictures without rows mean that the kill came in the middle of the transaction. */
const hasPictures = ({ folder }: Target) => globSync('**/*.png', { cwd: folder }).length > 0

/** Does what an operator would: restores again if needed, claims the pictures, and verifies everything. */
async function finish(target: Target, file: string, told: (problem: string) => void) {
  const again = await haat(target, 'restore', file, '--verify')
  const wasWhole = again.stderr.includes('holds data already')
  if (again.status !== 0 && !wasWhole) told(`could not be restored again: ${again.stderr}`)
  const owned = await haat(target, 'images', 'own', '--yes')
  const found = await haat(target, 'images', 'own')
  const { whose, unknown } = found.status === 0 ? JSON.parse(found.stdout) : {}
  if (whose !== 'ours' || unknown > 0) told(`the pictures are ${whose}: ${owned.stderr}${found.stderr}`)
  const verified = await haat(target, 'verify', '--deep')
  if (verified.status !== 0) told(`is not whole: ${verified.stdout}${verified.stderr}`)
  return wasWhole
}

/** Kills restores of the file at moments spread over the duration of a restore. */
async function killEach(engine: EngineName, file: string, told: (problem: string) => void) {
  await using untouched = await newPlace(engine)
  const began = performance.now()
  await haat(untouched, 'restore', file, '--verify')
  const took = performance.now() - began
  const expected = await untouched.holds()
  const seen = { killed: 0, whole: 0, inTheMiddle: 0 }
  for (let moment = 0.5; moment < MOMENTS; moment++) {
    await using target = await newPlace(engine)
    const tell = (problem: string) => told(`${Math.round((100 * moment) / MOMENTS)}%: ${problem}`)
    const ended = await killAfter((took * moment) / MOMENTS, target, file)
    const left = await target.holds()
    const isEmpty = Object.keys(left).length === 0
    if (!isEmpty && !isDeepStrictEqual(left, expected)) tell('left some of the rows')
    if (ended === 'SIGKILL') {
      seen.killed++
      if (!isEmpty) seen.whole++
      else if (hasPictures(target)) seen.inTheMiddle++
    } else if (ended !== 0 || isEmpty) tell(`ended with ${ended} before it was killed`)
    if ((await finish(target, file, tell)) === isEmpty) tell('was not restored again as it was left')
  }
  if (seen.inTheMiddle === 0) told('none was killed in the middle of its transaction')
  return seen
}

async function killRestores(): Promise<Finding> {
  const problems: string[] = []
  const all: Awaited<ReturnType<typeof killEach>>[] = []
  for (const engine of ENGINES) {
    await using source = await newPlace(engine)
    const file = await makeBackup(source)
    all.push(await killEach(engine, file, (problem) => problems.push(`${engine}, ${problem}`)))
  }
  const sum = (name: keyof (typeof all)[number]) => all.reduce((total, seen) => total + seen[name], 0)
  const [runs, whole] = [sum('killed'), sum('whole')]
  return {
    runs,
    acknowledged: 0,
    problems,
    notes: `${runs - whole} left no row and were run again, ${sum('inTheMiddle')} of them killed in the middle of the transaction; ${whole} left all rows; then \`haat images own --yes\` and \`haat verify --deep\``,
  }
}

export const restoreFaults: Fault[] = [
  {
    name: 'restore-killed',
    what: 'kill -9 in the middle: a restore, at moments spread over all of it',
    run: killRestores,
  },
]
