import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { verify } from '../../server/actions/verify.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'
import { drained } from '../crowd/drain.ts'
import type { Fault, Finding } from '../fault.ts'
import { openPlace, type Place, type Wishes } from '../place/place.ts'

const PROGRAM = join(import.meta.dirname, '../place/shifted-instance.ts')
const ORDERS = 5
/** Longer than the service takes to notice the jump of the clock, shorter than a delivery's time limit. */
const SLOW_MS = 3000
const NOBODY = '/api/products/00000000-0000-4000-8000-000000000000'

async function startShifted({ settings }: Place, role = 'all') {
  const env = { PATH: process.env.PATH, ...settings, HAAT_ROLE: role }
  const child = fork(PROGRAM, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url: url.replace('localhost', '127.0.0.1'),
    async moveTo(aheadMs: number) {
      child.send(aheadMs)
      await once(child, 'message')
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

type Shifted = Awaited<ReturnType<typeof startShifted>>

/** Moves the clocks of two instances while mails and deliveries are in flight and a rate limit is used up. */
async function leap(wishes: Wishes, byMs: number): Promise<Finding> {
  await using place = await openPlace(wishes)
  const { store_id: storeId, api_key } = await place.newStore('Shop')
  await using one = await startShifted(place)
  // On SQLite only one instance answers requests.
  const isAlone = wishes.engine === 'sqlite'
  await using other = await startShifted(place, isAlone ? 'worker' : 'all')
  const problems: string[] = []
  let answered = 0
  place.receiver.answerWith(async (response) => {
    await sleep(SLOW_MS)
    answered++
    response.end()
  })
  place.mails.slowMs = SLOW_MS

  const productId = await productOf(one, api_key)
  await exhaust(isAlone ? [one] : [one, other], api_key)
  for (let i = 0; i < ORDERS; i++) await placeTestOrder(place.world, { storeId, productId, given: {} })
  const underWay = () => ({
    deliveries: place.receiver.received.length - answered,
    mails: place.mails.seen.length - place.mails.taken.length,
  })
  while (Object.values(underWay()).includes(0)) await sleep(20)
  await Promise.all([one.moveTo(byMs), other.moveTo(byMs)])
  const { deliveries, mails } = underWay()
  if (deliveries === 0) problems.push('No delivery was under way in the moment of the leap')
  if (mails === 0) problems.push('No mail was under way in the moment of the leap')
  const stuck = await isRefused(one, api_key)
  if (stuck) problems.push('The limit is stuck')
  await sleep(2 * SLOW_MS)
  await Promise.all([one.moveTo(0), other.moveTo(0)])
  await drained(place.world)

  const sent = { deliveries: place.receiver.received.length, mails: place.mails.taken.length }
  if (sent.deliveries !== ORDERS) problems.push(`${sent.deliveries} deliveries of ${ORDERS} events`)
  if (sent.mails !== ORDERS) problems.push(`${sent.mails} mails about ${ORDERS} orders`)
  for await (const { name, count } of verify(place.world))
    if (count > 0) problems.push(`${name}: ${count} broken`)
  return {
    runs: 1,
    acknowledged: ORDERS + 1,
    problems,
    notes: `of ${ORDERS} orders, ${deliveries} deliveries and ${mails} mails were in flight when the clock was moved; ${sent.deliveries} and ${sent.mails} arrived in the end; a used-up limit was ${stuck ? 'still closed' : 'open again'}`,
  }
}

const ask = ({ url }: Shifted, key: string, method: string, path: string, body?: object) =>
  fetch(url + path, {
    method,
    headers: { 'x-api-key': key, 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

async function productOf(instance: Shifted, key: string): Promise<string> {
  const product = { name: 'Lamp', price: 1, description: 'For the leap', stock: 100 }
  const created = await ask(instance, key, 'POST', '/api/products/create', product)
  return ((await created.json()) as { product_id: string }).product_id
}

const isRefused = async (instance: Shifted, key: string) =>
  (await ask(instance, key, 'DELETE', NOBODY)).status === 429

async function exhaust(instances: Shifted[], key: string) {
  for (let i = 0; ; i++) if (await isRefused(instances[i % instances.length]!, key)) return
}

const WAYS: Record<string, Wishes> = {
  SQLite: { engine: 'sqlite' },
  PostgreSQL: { engine: 'postgres' },
  'PostgreSQL and Redis': { engine: 'postgres', redis: true },
}

export const clockFaults: Fault[] = Object.entries(WAYS).flatMap(([name, wishes]) =>
  [
    ['ahead', HOUR_MS],
    ['back', -HOUR_MS],
  ].map(([way, byMs]) => ({
    name: `clock-${way}-${name}`,
    what: `the clock moved an hour ${way} under two instances on ${name}`,
    run: () => leap(wishes, byMs as number),
  })),
)
