import type { Queries } from './engine.ts'
import { orWhereMissing } from './or-where-missing.ts'
import { rowsOf } from './statement.ts'

const NAME = 'secret'

/** The mark of the secret that this data was written under, where it has been noted. */
export async function findSecretMark(db: Queries): Promise<string | undefined> {
  const read = () =>
    rowsOf(db, (sql) => sql.selectFrom('service_facts').select('value').where('name', '=', NAME))
  const [found] = await orWhereMissing(db, read, [])
  return found?.value
}

export async function setSecretMark(db: Queries, value: string): Promise<void> {
  await rowsOf(db, (sql) =>
    sql
      .insertInto('service_facts')
      .values({ name: NAME, value })
      .onConflict((twice) => twice.column('name').doUpdateSet({ value })),
  )
}
