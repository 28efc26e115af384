import { setTimeout as sleep } from 'node:timers/promises'
import type { MovableClock } from '../../../harness/app/clock.ts'
import type { PaymentRow } from '../../../server/storage/payments/payment-rows.ts'
import { findPayment } from '../../../server/storage/payments/payments.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { askDue, LEASE_MS } from '../../../server/workers/payments.ts'
import type { World } from '../../../server/world.ts'

/** Until no payment is due and none is being asked about: the program's own poller may be at it too. */
export async function askAllDue(world: World) {
  const busy = () =>
    rowsOf(world.db, (sql) =>
      sql
        .selectFrom('payments')
        .select('id')
        .where(({ eb, or }) =>
          or([eb('ask_at', '<=', world.now()), eb('ask_at', '=', world.now() + LEASE_MS)]),
        ),
    )
  while ((await busy()).length > 0) {
    await askDue(world)
    await sleep(5)
  }
}

/** Lets the time pass until nobody asks about the payment any more, or until `end`. */
export async function askUntil(
  { world, clock }: { world: World; clock: MovableClock },
  { store_id, gateway, reference }: PaymentRow,
  end = Number.POSITIVE_INFINITY,
) {
  const next = async () => (await findPayment(world.db, store_id, gateway, reference))?.ask_at ?? null
  for (let at = await next(); at !== null && at < end; at = await next()) {
    clock.set(Math.max(at, clock.now()))
    await askAllDue(world)
  }
  if (Number.isFinite(end)) clock.set(end)
}
