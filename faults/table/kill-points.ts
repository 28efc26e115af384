import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EngineName } from '../../harness/services/engines.ts'
import { verify } from '../../server/actions/verify.ts'
import { type Arrivals, arrivedIn, notAsOwed, repeatWords } from '../crowd/arrivals.ts'
import { sendWhatIsLeft } from '../crowd/drain.ts'
import type { Deed, Subject } from '../deeds/deed.ts'
import { DEEDS, type DeedName, subjectIn } from '../deeds/deeds.ts'
import { IN_A_SENDING, IS_KEPT, type Point } from '../deeds/points.ts'
import type { Fault, Finding } from '../fault.ts'
import { openPlace, type Place } from '../place/place.ts'

const PROGRAM = join(import.meta.dirname, '../deeds/doomed.ts')
const ENGINES: readonly EngineName[] = ['sqlite', 'postgres']

const pointsOf = ({ points, pointsOnPostgres = points }: Deed, engine: EngineName) =>
  engine === 'postgres' ? pointsOnPostgres : points

/** Kills a process at every point of the deed, on both engines. The deed is done or not, and a retry does it once. */
async function killAtEachPoint(name: DeedName): Promise<Finding> {
  const deed: Deed = DEEDS[name]
  const problems: string[] = []
  const seen: string[] = []
  for (const engine of ENGINES) {
    await using place = await openPlace({ engine })
    const subjects: Subject[] = []
    for (const point of pointsOf(deed, engine)) {
      const told = (problem: string) => problems.push(`${name}, ${point}, on ${engine}: ${problem}`)
      subjects.push(await killAt(place, name, point, told))
    }
    if (deed.points !== IN_A_SENDING) continue
    const came = arrivedIn(place)
    problems.push(...notAsOwed(came, owedTo(subjects)).map((problem) => `${name}, on ${engine}: ${problem}`))
    seen.push(`${engine}: ${repeatWords(came)}`)
  }
  return {
    runs: ENGINES.reduce((sum, engine) => sum + pointsOf(deed, engine).length, 0),
    acknowledged: 0,
    problems,
    notes: [pointWords(deed), ...seen].join('; '),
  }
}

const pointWords = ({ points, pointsOnPostgres }: Deed) =>
  [points.join(', '), ...(pointsOnPostgres ? [`on postgres: ${pointsOnPostgres.join(', ')}`] : [])].join('; ')

async function killAt(
  place: Place,
  name: DeedName,
  point: Point,
  told: (problem: string) => void,
): Promise<Subject> {
  const deed: Deed = DEEDS[name]
  const { store_id } = await place.newStore(`Shop ${point}`)
  const subject = {
    ...(await subjectIn(place.world, store_id, place.mails.url)),
    ...(await deed.prepare?.(place.world)),
  }
  const before = arrivals(place)
  const signal = await killIn(place, name, point, subject)
  if (signal !== 'SIGKILL') told(`ended with ${signal}`)
  const came = arrivals(place) - before
  if (came > 0 !== (point === 'after the sending')) told(`${came} arrived before it was killed`)
  const wasDone = await deed.isDone(place.world, subject)
  if (wasDone !== IS_KEPT.includes(point)) told(wasDone ? 'was done' : 'was not done')
  await finish(place, deed, subject)
  if (!(await deed.isDone(place.world, subject))) told('could not be done again')
  await check(place, told)
  return subject
}

const arrivals = (place: Place) => Object.values(arrivedIn(place)).flat().length

/** Each subject has one order: the customer, the owner and the seller's server are each told of it once. */
const owedTo = (subjects: Subject[]): Arrivals => ({
  deliveries: subjects.map(({ orderId }) => `evt_${orderId}`),
  mails: subjects.flatMap(({ orderId, ownerId }) =>
    ['started', ownerId].map((key) => `<${orderId}.${key}@localhost>`),
  ),
})

async function killIn(place: Place, name: DeedName, point: Point, subject: Subject): Promise<string> {
  const { PATH = '' } = process.env
  const env = { PATH, ...place.settings }
  const child = spawn(process.execPath, [PROGRAM, name, point, JSON.stringify(subject)], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [status, signal] = await once(child, 'exit')
  return signal ?? String(status)
}

/** Does what clients and the next process do: retries the deed, and runs what was claimed once the claim expires. */
async function finish(place: Place, deed: Deed, subject: Subject) {
  const notDoomed = {
    point: 'after the commit',
    die: () => {
      throw new Error('Nobody is doomed here')
    },
  } as const
  if (deed.points !== IN_A_SENDING && !(await deed.isDone(place.world, subject)))
    await deed.do(place.world, subject, notDoomed)
  await sendWhatIsLeft(place)
}

async function check({ world }: Place, told: (problem: string) => void) {
  for await (const { name, count, first } of verify(world)) {
    if (count > 0) told(`${name}: ${count} broken, such as ${JSON.stringify(first[0])}`)
  }
}

export const killPoints: Fault[] = (Object.keys(DEEDS) as DeedName[]).map((name) => ({
  name: `kill-point: ${name}`,
  what: `kill -9 in the middle: ${name}`,
  run: () => killAtEachPoint(name),
}))
