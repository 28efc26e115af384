import type { Queries } from './engine.ts'
import { literal, type Sql, statement } from './statement.ts'
import { type DeliveryLane, LANES } from './webhooks/delivery-lane.ts'

/** Counting stops here, so that it stays quick for a long queue. */
const MOST_COUNTED = 10_000

export interface QueueDepth {
  /** Neither sent nor given up. */
  pending: number
  /** Of these, the ones that should have been sent by now and are not being sent. */
  due: number
  oldestDueAt: number | null
}

const pendingDeliveries = (lane: DeliveryLane) => (sql: Sql) =>
  sql
    .selectFrom('deliveries')
    .select('due_at')
    .where('status', '=', literal('pending'))
    .where('lane', '=', literal(lane))

type Pending = ReturnType<typeof pendingDeliveries>

/** Each part is a range of an index, in its order: unordered, PostgreSQL may read all that was ever sent. */
const depth = (pending: Pending) =>
  statement((sql, p: { now: number }) => {
    const inOrder = pending(sql).orderBy('due_at')
    const due = inOrder.where('due_at', '<=', p.now)
    return sql.selectNoFrom((eb) => [
      eb
        .selectFrom(inOrder.limit(MOST_COUNTED).as('pending'))
        .select(eb.fn.countAll<number>().as('count'))
        .as('pending'),
      eb.selectFrom(due.limit(MOST_COUNTED).as('due')).select(eb.fn.countAll<number>().as('count')).as('due'),
      due.limit(1).as('oldestDueAt'),
    ])
  })

const outbox = (table: 'mails' | 'letters') => (sql: Sql) =>
  sql
    .selectFrom(table)
    .select('due_at')
    .where('status', '=', literal('pending')) as unknown as ReturnType<Pending>

const PARTS = {
  deliveries: LANES.map((lane) => depth(pendingDeliveries(lane))),
  mails: [depth(outbox('mails'))],
  letters: [depth(outbox('letters'))],
}

export type Queue = keyof typeof PARTS

export async function queueDepth(db: Queries, queue: Queue, now: number): Promise<QueueDepth> {
  const parts = await Promise.all(PARTS[queue].map((part) => part.first(db, { now })))
  const sum = (name: 'pending' | 'due') =>
    Math.min(
      MOST_COUNTED,
      parts.reduce((total, part) => total + (part![name] ?? 0), 0),
    )
  const oldest = parts.flatMap((part) => part!.oldestDueAt ?? [])
  return {
    pending: sum('pending'),
    due: sum('due'),
    oldestDueAt: oldest.length > 0 ? Math.min(...oldest) : null,
  }
}
