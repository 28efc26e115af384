import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './engine.ts'
import { type Statement, statement } from './statement.ts'

/** So many rows are deleted at a time, so that no deletion holds the database for long, however many are old. */
const PART = 1000

type OldRows = Statement<{ before: number }, unknown>

/**
 * Deletes the oldest rows. The age is checked again at each row, since on PostgreSQL it may have been renewed
 * meanwhile; the plus keeps that second check from being served by the index.
 */
export const deletionOfOld = (
  table: string,
  key: readonly string[],
  age: string,
  which: RawBuilder<unknown> = sql`true`,
): OldRows =>
  statement<{ before: number }, unknown>((builder, p) => {
    const columns = sql.join(key.map((name) => sql.ref(name)))
    const old = sql<unknown>`
      delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${sql.ref(age)} < ${p.before} and ${which}
        order by ${sql.ref(age)} limit ${sql.lit(PART)})
      and +${sql.ref(age)} < ${p.before} and ${which} returning ${sql.ref(age)}`
    return { compile: () => old.compile(builder) }
  })

/** True while there may be more. */
export const forgetPart = async (db: Queries, oldRows: OldRows, before: number): Promise<boolean> =>
  (await oldRows.all(db, { before })).length === PART
