import { setTimeout as sleep } from 'node:timers/promises'
import type { MovableClock } from '../../../harness/app/clock.ts'
import type { PaymentRow } from '../../../server/storage/payments/payment-rows.ts'
import { findPayment } from '../../../server/storage/payments/payments.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { askAboutDuePayments, LEASE_MS } from '../../../server/workers/payments.ts'
import type { World } from '../../../server/world.ts'

/** Polls until no payment is due or being asked about. The program's own poller may run at the same time. */
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
    await askAboutDuePayments(world)
    await sleep(5)
  }
}

/** Moves the clock on until the payment is no longer polled, or until `end`. */
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
