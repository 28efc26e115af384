import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, Finding } from '../fault.ts'
import { connectionsHeldBy, filesHeldBy, startAttacker, type Target } from '../hostile/attacker.ts'
import { residentMb } from '../place/resident.ts'
import { type Scene, underLoad } from '../scene.ts'

const ROUNDS = 3
const SETTLE_MS = 5000
const LOOKS = 50
const LEFT_WITHIN_MS = 60_000
/** Rarely, because a look blocks the process that measures the pages. */
const LOOK_EVERY_MS = 2000
const HELD_AT_THE_STOP = 1000
/** The service waits for bodies that are still being sent. */
const STOP_WITHIN_MS = 25_000
/** How much memory varies because of the crowd's own requests and the timing of garbage collection. */
const NOISE = 1.25

/** The minimum of several looks, because the crowd's requests open and close files too. */
async function fewestFiles(target: Target): Promise<number> {
  const looks: number[] = []
  for (let n = 0; n < LOOKS; n++) {
    looks.push(filesHeldBy(target))
    await sleep(SETTLE_MS / LOOKS)
  }
  return Math.min(...looks)
}

async function targetIn({ place, instances }: Scene, isTls: boolean): Promise<Target> {
  const { slug, api_key: apiKey } = await place.newStore('A shop to assail')
  const port = Number(new URL(instances.urls[0]!).port)
  return { pid: instances.pids[0]!, port, isTls, path: `/s/${slug}`, apiKey }
}

/** Runs one round of attacks and measures what remains of it. */
async function assail(target: Target) {
  await using attacker = startAttacker()
  const connections = await attacker.assail(target)
  const until = Date.now() + LEFT_WITHIN_MS
  while (connectionsHeldBy(target) > 0 && Date.now() < until) await sleep(LOOK_EVERY_MS)
  const held = connectionsHeldBy(target)
  return { connections, held, files: await fewestFiles(target), mb: residentMb(target.pid) }
}

/** Stops the instance in the middle of a round. */
async function stopUnder(target: Target, { instances }: Scene) {
  await using attacker = startAttacker()
  void attacker.assail(target).catch(() => {})
  while (connectionsHeldBy(target) < HELD_AT_THE_STOP) await sleep(LOOK_EVERY_MS)
  const connections = connectionsHeldBy(target)
  const { status, tookMs } = await instances.restartOne()
  const words = `exit ${status} within ${tookMs} ms under ${connections} connections`
  return { words, problems: status === 0 && tookMs <= STOP_WITHIN_MS ? [] : [words] }
}

/** Whether the last value exceeds all before it. */
const grows = (rounds: number[], noise = 1) => rounds.at(-1)! > Math.max(...rounds.slice(0, -1)) * noise

async function assailed(scene: Scene, isTls: boolean) {
  const { probe } = scene
  const target = await targetIn(scene, isTls)
  const before = residentMb(target.pid)
  const from = Date.now()
  const rounds = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await assail(target))
  const to = Date.now()
  const mb = rounds.map((round) => round.mb)
  const files = rounds.map((round) => round.files)
  const held = rounds.reduce((sum, round) => sum + round.held, 0)
  const stop = await stopUnder(target, scene)
  const looks = probe.looks.filter(({ began }) => began >= from && began <= to)
  const slowest = looks.map(({ ms }) => ms).sort((a, b) => b - a)
  const connections = rounds.reduce((sum, round) => sum + round.connections, 0)
  return {
    runs: ROUNDS,
    refusedWithinMs: probe.refusals(from, to).at(-1),
    problems: [
      ...(held > 0 ? [`${held} connections were not ended`] : []),
      ...(grows(files) ? [`Files are left open: ${files.join(', ')}`] : []),
      ...(grows(mb, NOISE) ? [`The memory grows: ${mb.join(', ')} MB`] : []),
      ...probe.oddAnswers(from, to),
      ...stop.problems,
    ],
    notes: [
      `${connections} hostile connections`,
      `${looks.length} pages meanwhile, 99 of 100 within ${slowest[Math.floor(looks.length / 100)]} ms, all within ${slowest[0]} ms`,
      `resident ${before} MB before, ${mb.join(', ')} MB after each round`,
      stop.words,
    ].join('; '),
  }
}

const underAttack = (isTls: boolean): Promise<Finding> =>
  underLoad({ engine: 'sqlite', instances: 1, tls: isTls }, (scene) => assailed(scene, isTls))

export const connectionFaults: Fault[] = [
  {
    name: 'hostile-plain',
    what: 'hostile connections: CONNECT, resets, garbage, silence; heads, bodies and answers without end',
    run: () => underAttack(false),
  },
  {
    name: 'hostile-tls',
    what: 'hostile connections over TLS of our own: half handshakes, plain HTTP and renegotiations as well',
    run: () => underAttack(true),
  },
]
