import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { verify } from '../../server/actions/verify.ts'
import { sendWhatIsLeft } from '../crowd/drain.ts'
import type { Deed, Subject } from '../deeds/deed.ts'
import { DEEDS, type DeedName, subjectIn } from '../deeds/deeds.ts'
import { IN_A_SENDING, type Point } from '../deeds/points.ts'
import type { Fault, Finding } from '../fault.ts'
import { openPlace, type Place } from '../place/place.ts'

const PROGRAM = join(import.meta.dirname, '../deeds/doomed.ts')
const ENGINES = ['sqlite', 'postgres'] as const

/** Kills a process at every point of the deed, on both engines: it is done or not, and done again it is done once. */
async function killAtEachPoint(name: DeedName): Promise<Finding> {
  const deed: Deed = DEEDS[name]
  const problems: string[] = []
  const seen: string[] = []
  for (const engine of ENGINES) {
    await using place = await openPlace({ engine })
    for (const point of deed.points) {
      const { store_id } = await place.newStore(`Shop ${point}`)
      const subject = {
        ...(await subjectIn(place.world, store_id, place.mails.url)),
        ...(await deed.prepare?.(place.world)),
      }
      const told = (problem: string) => problems.push(`${name}, ${point}, on ${engine}: ${problem}`)
      const signal = await killIn(place, name, point, subject)
      if (signal !== 'SIGKILL') told(`ended with ${signal}`)
      const wasDone = await deed.isDone(place.world, subject)
      if (wasDone !== (point === 'after the commit')) told(wasDone ? 'was done' : 'was not done')
      await finish(place, deed, subject)
      if (!(await deed.isDone(place.world, subject))) told('could not be done again')
      await check(place, told)
    }
    if (deed.points === IN_A_SENDING) seen.push(`${engine}: ${await again(place)}`)
  }
  return {
    runs: deed.points.length * ENGINES.length,
    acknowledged: 0,
    problems,
    notes: [deed.points.join(', '), ...seen].join('; '),
  }
}

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

/** As clients and the next process do: the same once more, and whatever was claimed falls due. */
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

/** What was sent and not yet noted comes again, under the same id. */
async function again({ mails, receiver }: Place): Promise<string> {
  const repeats = (ids: (string | undefined)[]) => ids.length - new Set(ids).size
  const mailed = repeats(mails.taken.map(({ messageId }) => messageId))
  const delivered = repeats(receiver.received.map(({ headers }) => headers['webhook-id']))
  return `${delivered} deliveries and ${mailed} mails came again under the same id`
}

export const killPoints: Fault[] = (Object.keys(DEEDS) as DeedName[]).map((name) => ({
  name: `kill-point: ${name}`,
  what: `kill -9 in the middle: ${name}`,
  run: () => killAtEachPoint(name),
}))
