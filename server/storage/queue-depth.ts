import type { Queries } from './engine.ts'
import { literal, statement } from './statement.ts'

/** Further than this nothing is counted, so that a long queue does not make looking at it slow. */
export const MOST_COUNTED = 100_000

export interface QueueDepth {
  /** Neither sent nor given up. */
  pending: number
  /** Of these, what should have been sent by now and is not being sent. */
  due: number
  oldestDueAt: number | null
}

interface Asked {
  now: number
}

const TABLES = ['deliveries', 'mails', 'letters'] as const
export type Queue = (typeof TABLES)[number]

const depthOf = (table: Queue) =>
  statement((sql, p: Asked) => {
    const pending = sql.selectFrom(table).where('status', '=', literal('pending'))
    const due = pending.where('due_at', '<=', p.now)
    const most = literal(MOST_COUNTED)
    return sql.selectNoFrom((eb) => [
      eb
        .selectFrom(pending.select('due_at').limit(most).as('pending'))
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('pending'),
      eb
        .selectFrom(due.select('due_at').limit(most).as('due'))
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('due'),
      due.select((of) => of.fn.min<number | null>('due_at').as('at')).as('oldestDueAt'),
    ])
  })

const statements = Object.fromEntries(TABLES.map((table) => [table, depthOf(table)])) as Record<
  Queue,
  ReturnType<typeof depthOf>
>

export async function queueDepth(db: Queries, queue: Queue, now: number): Promise<QueueDepth> {
  const { pending, due, oldestDueAt } = (await statements[queue].first(db, { now }))!
  return { pending: Number(pending), due: Number(due), oldestDueAt: oldestDueAt ?? null }
}
