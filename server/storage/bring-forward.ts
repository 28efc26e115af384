import type { Queries } from './engine.ts'
import { askSooner } from './payments/payments-to-ask.ts'
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

/** Mails and deliveries that wait for their time. */
const WAITING = {
  mails: pendingIn('mails'),
  letters: pendingIn('letters'),
  deliveries: pendingIn('deliveries'),
}

export type BroughtForward = Record<keyof typeof WAITING | 'payments', number>

/** Makes due now what is due later than `beyond`, and says how much that was. */
export async function bringForward(tx: Queries, now: number, beyond: number): Promise<BroughtForward> {
  const count = async (what: keyof typeof WAITING) => (await WAITING[what].all(tx, { now, beyond })).length
  return {
    mails: await count('mails'),
    letters: await count('letters'),
    deliveries: await count('deliveries'),
    payments: await askSooner(tx, now, beyond),
  }
}
