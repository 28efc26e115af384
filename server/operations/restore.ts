import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Refused } from '../actions/refused.ts'
import { type ImageStore, partsOfPath } from '../images/image-store.ts'
import { type ImageExtension, TYPE_OF_EXTENSION } from '../images/image-types.ts'
import type { Engine, Queries } from '../storage/engine.ts'
import { appliedMigrations, applyMigrations, knownMigrations, type Script } from '../storage/migrate.ts'
import { hasRows, readRows, rowWriter } from '../storage/table-rows.ts'
import { listTables } from '../storage/tables.ts'
import type { DataRecord, End, SchemaNote } from './records.ts'
import { Tally } from './tally.ts'

const NOT_EMPTY =
  'The database holds data already, and none of it was changed. Name an empty one: another DATABASE_URL, or another DATA_DIR.'
const NEWER =
  'This data was written by a newer version of Haat, and nothing was changed. Install that version, or a later one.'
const OTHER_VERSION =
  'The database is empty, but its tables are newer than the data. Name a new one, so that the tables can be made as they were.'

export interface DataTarget {
  db: Engine
  /** Undefined: images are left where they are. */
  images: ImageStore | undefined
  now(): number
}

export interface Restored extends End {
  /** Migrations that came after the data was written. */
  migrated: string[]
}

/**
 * Fills an empty database, in one transaction: whatever goes wrong, or whoever kills it, leaves the database as it was.
 * Images are put as they come; those of a restore that failed are swept like any that no row knows.
 */
export async function restoreData(
  { db, images, now }: DataTarget,
  schema: SchemaNote,
  records: () => AsyncIterable<DataRecord>,
  { verify }: { verify: boolean },
): Promise<Restored> {
  const restored: Restored[] = []
  await db.migrating(async (script, tx) => {
    await prepareTables(script, tx, schema, now())
    const end = await takeRecords(tx, images, schema, records())
    if (verify) await compareRows(tx, schema, end)
    const migrated = await applyMigrations(script, tx, () => true, now())
    restored.push({ ...end, migrated })
  })
  return restored.at(-1)!
}

/** The tables as they were where the data comes from. */
async function prepareTables(script: Script, tx: Queries, { engine, migrations }: SchemaNote, at: number) {
  const known = knownMigrations(engine)
  if (migrations.some((name) => !known.includes(name))) throw new Refused(NEWER)
  for (const table of await listTables(tx)) {
    if (await hasRows(tx, table)) throw new Refused(NOT_EMPTY)
  }
  // What only the other engine has says nothing about the age of the data.
  const isWanted = (name: string) => migrations.includes(name) || !known.includes(name)
  await applyMigrations(script, tx, isWanted, at)
  if (!(await appliedMigrations(tx)).every(isWanted)) throw new Refused(OTHER_VERSION)
}

async function takeRecords(
  tx: Queries,
  images: ImageStore | undefined,
  schema: SchemaNote,
  records: AsyncIterable<DataRecord>,
): Promise<End> {
  const writers = new Map(
    Object.entries(schema.tables).map(([name, columns]) => [name, rowWriter(name, columns)]),
  )
  let end: End | undefined
  for await (const record of records) {
    if ('image' in record) await putImage(images, record.image, record.bytes)
    else if ('table' in record) await writers.get(record.table)!(tx, record.rows)
    else if ('end' in record) end = record.end
  }
  return end!
}

async function putImage(images: ImageStore | undefined, path: string, bytes: Buffer) {
  const parts = partsOfPath(path)
  if (!images || !parts || hash('sha256', bytes) !== parts.hash) {
    throw new Refused(`The image ${path} is not what its name says, so nothing was changed`)
  }
  await images.put(path, bytes, TYPE_OF_EXTENSION[parts.extension as ImageExtension])
}

/** Reads back what the database now holds. */
async function compareRows(tx: Queries, schema: SchemaNote, end: End) {
  for (const table of await listTables(tx)) {
    const tally = new Tally()
    const columns = schema.tables[table.name] ?? table.columns
    for await (const rows of readRows(tx, { ...table, columns })) tally.add(rows)
    const expected = end.tables[table.name] ?? { rows: 0, sum: '0' }
    if (!isDeepStrictEqual(tally.result(), expected)) {
      throw new Refused(`The table ${table.name} does not hold what it should, so nothing was changed`)
    }
  }
}
