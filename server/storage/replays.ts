import { sql as raw } from 'kysely'
import type { Queries } from './engine.ts'
import { rowsOf, type Sql } from './statement.ts'

export interface ReplayChoice {
  storeId: string
  webhookId: string
  /** Only the event of this number. */
  sequence?: number | undefined
  /** Events made at or after this time. */
  from?: number | undefined
  /** Events made before this time. */
  to?: number | undefined
  /** Leave out what the URL has confirmed. */
  undelivered?: boolean | undefined
}

/** The events to send again. What is still on its way is not among them. */
function chosen(sql: Sql, choice: ReplayChoice) {
  let events = sql
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.store_id', '=', 'events.store_id')
        .onRef('deliveries.sequence', '=', 'events.sequence')
        .on('deliveries.webhook_id', '=', choice.webhookId),
    )
    .where('events.store_id', '=', choice.storeId)
    .where((column) =>
      column.or([
        column('deliveries.status', 'is', null),
        column('deliveries.status', 'in', choice.undelivered ? ['failed'] : ['failed', 'delivered']),
      ]),
    )
  if (choice.sequence !== undefined) events = events.where('events.sequence', '=', choice.sequence)
  if (choice.from !== undefined) events = events.where('events.created_at', '>=', choice.from)
  if (choice.to !== undefined) events = events.where('events.created_at', '<', choice.to)
  return events
}

export async function countReplay(db: Queries, choice: ReplayChoice): Promise<number> {
  const [row] = await rowsOf(db, (sql) =>
    chosen(sql, choice).select((column) => column.fn.countAll<number>().as('count')),
  )
  return Number(row?.count ?? 0)
}

/** Queues them in order, one every `stepMs`: the pace holds whatever happens to this process. */
export async function queueReplay(
  tx: Queries,
  choice: ReplayChoice,
  at: number,
  stepMs: number,
): Promise<number> {
  const rows = await rowsOf(tx, (sql) =>
    sql
      .insertInto('deliveries')
      .columns(['store_id', 'webhook_id', 'sequence', 'status', 'attempts', 'due_at', 'created_at', 'lane'])
      .expression(
        chosen(sql, choice).select((column) => [
          'events.store_id',
          column.cast<string>(column.val(choice.webhookId), 'text').as('webhook_id'),
          'events.sequence',
          column.cast<'pending'>(column.val('pending'), 'text').as('status'),
          column.lit(0).as('attempts'),
          raw<number>`cast(${at} as bigint)
            + (row_number() over (order by events.sequence) - 1) * cast(${stepMs} as bigint)`.as('due_at'),
          column.cast<number>(column.val(at), 'bigint').as('created_at'),
          column.lit(1).as('lane'),
        ]),
      )
      .onConflict((conflict) =>
        conflict.columns(['store_id', 'webhook_id', 'sequence']).doUpdateSet((column) => ({
          status: 'pending',
          attempts: 0,
          step: 0,
          planned_at: null,
          lane: 1,
          due_at: column.ref('excluded.due_at'),
        })),
      )
      .returning('sequence'),
  )
  return rows.length
}
