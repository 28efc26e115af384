import { sql as raw } from 'kysely'
import { TEST_KEYS } from '#contract/dashboard/store.ts'
import type { Queries } from './engine.ts'
import { literal, rowsOf } from './statement.ts'

/** Of a row of payments: the test gateway and Razorpay's test mode move no money. */
export const isTestMoney = raw<boolean>`(payments.gateway = 'test' or coalesce(payments.account, '') like ${literal(`${TEST_KEYS}%`)})`

/** Those of the checkouts that were paid with test money. */
export async function listTestCheckouts(
  db: Queries,
  storeId: string,
  checkoutIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (checkoutIds.length === 0) return new Set()
  const rows = await rowsOf(db, (sql) =>
    sql
      .selectFrom('payments')
      .select('checkout_id')
      .where('store_id', '=', storeId)
      .where('checkout_id', 'in', checkoutIds)
      .where('status', '=', 'paid')
      .where(isTestMoney),
  )
  return new Set(rows.map(({ checkout_id }) => checkout_id))
}
