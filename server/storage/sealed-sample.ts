import type { Queries } from './engine.ts'
import { rowsOf } from './statement.ts'

/** Something of this database that was sealed under the service's secret; undefined where nothing is. */
export async function sealedSample(db: Queries): Promise<string | undefined> {
  const [found] = await rowsOf(db, (sql) =>
    sql
      .selectFrom('webhooks')
      .select('secret as sealed')
      .where('secret', '<>', '')
      .unionAll(sql.selectFrom('razorpay_keys').select('sealed'))
      .unionAll(
        sql
          .selectFrom('people')
          .select((column) => column.ref('totp_secret').$notNull().as('sealed'))
          .where('totp_secret', 'is not', null),
      )
      .limit(1),
  )
  return found?.sealed
}
