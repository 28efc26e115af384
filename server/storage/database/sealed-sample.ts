import type { Queries } from '../engine.ts'
import { orWhereMissing } from '../or-where-missing.ts'
import { rowsOf } from '../statement.ts'

/** A value of this database that was sealed under the service's secret; undefined if there is none. */
export async function sealedSample(db: Queries): Promise<string | undefined> {
  const [found] = await orWhereMissing(db, () => sealed(db), [])
  return found?.sealed
}

/** Whether the database has stores or people, whose keys and sealed values need the secret. */
export async function needsSecret(db: Queries): Promise<boolean> {
  const one = (table: 'stores' | 'people') =>
    orWhereMissing(db, () => rowsOf(db, (sql) => sql.selectFrom(table).select('id').limit(1)), [])
  return (await one('stores')).length > 0 || (await one('people')).length > 0
}

const sealed = (db: Queries) =>
  rowsOf(db, (sql) =>
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
