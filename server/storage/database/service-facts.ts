import type { Queries } from '../engine.ts'
import { orWhereMissing } from '../or-where-missing.ts'
import { rowsOf } from '../statement.ts'

/** What the service has noted about itself under this name; undefined too if the database is older than such facts. */
export async function findFact(db: Queries, name: string): Promise<string | undefined> {
  const read = () =>
    rowsOf(db, (sql) => sql.selectFrom('service_facts').select('value').where('name', '=', name))
  const [found] = await orWhereMissing(db, read, [])
  return found?.value
}

export async function setFact(db: Queries, name: string, value: string): Promise<void> {
  await rowsOf(db, (sql) =>
    sql
      .insertInto('service_facts')
      .values({ name, value })
      .onConflict((twice) => twice.column('name').doUpdateSet({ value })),
  )
}

/** Sets the fact unless it is set already. Returns the value that counts. */
export async function firstFact(db: Queries, name: string, value: string): Promise<string> {
  await rowsOf(db, (sql) =>
    sql
      .insertInto('service_facts')
      .values({ name, value })
      .onConflict((twice) => twice.doNothing()),
  )
  return (await findFact(db, name))!
}

export async function forgetFact(db: Queries, name: string): Promise<void> {
  await rowsOf(db, (sql) => sql.deleteFrom('service_facts').where('name', '=', name))
}
