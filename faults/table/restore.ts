import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { newPlace, SECRET } from '../../harness/app/operations.ts'
import { runHaat } from '../../harness/app/server-process.ts'
import { createProduct } from '../../server/actions/products/create-product.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { openWorld } from '../../server/open-world.ts'
import { backUp } from '../../server/operations/backup.ts'
import { PRODUCT, picture } from '../deeds/deeds.ts'
import type { Fault, Finding } from '../fault.ts'

const ENGINES = ['sqlite', 'postgres'] as const
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

async function killAfter(ms: number, target: Target, file: string) {
  const { PATH = '' } = process.env
  const env = { PATH, ...settingsOf(target) }
  const child = spawn(process.execPath, [MAIN, 'restore', file, '--verify'], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await sleep(ms)
  child.kill('SIGKILL')
  await ended
}

/** As whoever finds it so: restores once more, says whose the pictures are, and looks at all of it. */
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

/** Kills a restore at moments that are spread over the time that it takes. */
async function killRestores(): Promise<Finding> {
  const problems: string[] = []
  let whole = 0
  for (const engine of ENGINES) {
    await using source = await newPlace(engine)
    const file = await makeBackup(source)
    await using untouched = await newPlace(engine)
    const began = performance.now()
    await haat(untouched, 'restore', file, '--verify')
    const took = performance.now() - began
    const expected = await untouched.holds()
    for (let moment = 1; moment <= MOMENTS; moment++) {
      await using target = await newPlace(engine)
      const told = (problem: string) => problems.push(`${engine}, moment ${moment}: ${problem}`)
      await killAfter((took * moment) / MOMENTS, target, file)
      const left = await target.holds()
      if (Object.keys(left).length > 0 && !isDeepStrictEqual(left, expected)) told('left some of the rows')
      if (await finish(target, file, told)) whole += 1
    }
  }
  const runs = ENGINES.length * MOMENTS
  return {
    runs,
    acknowledged: 0,
    problems,
    notes: `${runs - whole} left no row and were restored again, ${whole} had left all of them; then \`haat images own --yes\` and \`haat verify --deep\``,
  }
}

export const restoreFaults: Fault[] = [
  {
    name: 'restore-killed',
    what: 'kill -9 in the middle: a restore, at moments spread over all of it',
    run: killRestores,
  },
]
