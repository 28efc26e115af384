import type { Queries } from './engine.ts'
import { literal, statement } from './statement.ts'

type Forward = { now: number; beyond: number }

const pendingIn = (table: 'mails' | 'letters' | 'deliveries') =>
  statement((sql, p: Forward) =>
    sql
      .updateTable(table)
      .set({ due_at: p.now })
      .where('status', '=', literal('pending'))
      .where('due_at', '>', p.beyond)
      .returning('due_at'),
  )

/** What waits for its time, by what it is. */
const WAITING = {
  mails: pendingIn('mails'),
  letters: pendingIn('letters'),
  deliveries: pendingIn('deliveries'),
  payments: statement((sql, p: Forward) =>
    sql.updateTable('payments').set({ ask_at: p.now }).where('ask_at', '>', p.beyond).returning('ask_at'),
  ),
}

export type BroughtForward = Record<keyof typeof WAITING, number>

/** Makes due now what is due later than `beyond`, and says how much that was. */
export async function bringForward(tx: Queries, now: number, beyond: number): Promise<BroughtForward> {
  const count = async (what: keyof BroughtForward) => (await WAITING[what].all(tx, { now, beyond })).length
  return {
    mails: await count('mails'),
    letters: await count('letters'),
    deliveries: await count('deliveries'),
    payments: await count('payments'),
  }
}
