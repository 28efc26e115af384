import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { TYPE_OF_EXTENSION } from '#contract/image-types.ts'
import { Refused } from '../actions/refused.ts'
import { type ImageStore, imageAt } from '../images/image-store.ts'
import { becomeInstallation, type Installation } from '../storage/database/installation.ts'
import { setSecretMark } from '../storage/database/secret-mark.ts'
import { hasRows, insertRows, readRows } from '../storage/database/table-rows.ts'
import { listTables } from '../storage/database/tables.ts'
import type { Engine, Queries, Script } from '../storage/engine.ts'
import { appliedMigrations, applyMigrations, knownMigrations } from '../storage/migrate.ts'
import { ourRecords } from './our-records.ts'
import { type DataRecord, type End, requireEnd, type SchemaNote } from './records.ts'
import { Tally } from './tally.ts'

const NOT_EMPTY =
  'The database holds data already, and none of it was changed. Name an empty one: with DATABASE_URL or DATA_DIR, or with --to if it is moved to PostgreSQL.'
const NEWER =
  'This data was written by a newer version of Haat, and nothing was changed. Install that version, or a later one.'
const OTHER_VERSION =
  'The database is empty, but its tables are newer than the data. Name a new one, so that the tables can be made as they were then.'

interface DataTarget {
  db: Engine
  /** Undefined if images are left where they are. */
  images: ImageStore | undefined
  /** The installation that the database becomes; undefined if that is not known yet. */
  installation?: Installation | undefined
  /** Writes a mark beside the data, in the same transaction. */
  leaveMark?(tx: Queries, end: End): Promise<void>
  now(): number
}

export interface Restored extends End {
  /** Migrations newer than the data, which were applied to it. */
  migrated: string[]
}

/**
 * Fills an empty database, in one transaction: a failure or a kill leaves the database as it was. Images are stored as
 * they come; those of a failed restore stay until an installation owns the image store.
 */
export const restoreData = (
  { db, images, installation, leaveMark, now }: DataTarget,
  records: () => AsyncIterable<DataRecord>,
  { verify }: { verify: boolean },
): Promise<Restored> =>
  db.migrating(async (script, tx) => {
    await requireEmpty(tx)
    const { tables, secret, damaged, end } = await takeIn(records(), { script, tx, images, now })
    if (verify) await compareRows(tx, tables, end)
    const migrated = await applyMigrations(script, tx, () => true, now())
    await setSecretMark(tx, secret)
    if (installation) await becomeInstallation(tx, installation)
    await leaveMark?.(tx, end)
    return { ...end, images: end.images - damaged, missingImages: end.missingImages + damaged, migrated }
  })

interface Place extends Pick<DataTarget, 'images' | 'now'> {
  script: Script
  tx: Queries
}

/** Stores each record; `damaged` counts the images that were left out. */
async function takeIn(records: AsyncIterable<DataRecord>, { script, tx, images, now }: Place) {
  let tables: SchemaNote['tables'] = {}
  let end: End | undefined
  let secret = ''
  let damaged = 0
  for await (const record of ourRecords(records)) {
    if ('image' in record) damaged += (await putImage(images, record.image, record.bytes)) ? 0 : 1
    else if ('schema' in record) {
      tables = record.schema.tables
      await makeTables(script, tx, record.schema, now())
    } else if ('table' in record) await insertRows(tx, record.table, tables[record.table]!, record.rows)
    else if ('head' in record) secret = record.head.secret
    else if ('end' in record) end = record.end
  }
  return { tables, secret, damaged, end: requireEnd(end) }
}

/** Refuses data with migrations that this program does not know. */
export function refuseNewer({ engine, migrations }: SchemaNote) {
  const known = knownMigrations(engine)
  if (migrations.some((name) => !known.includes(name))) throw new Refused(NEWER)
}

async function requireEmpty(tx: Queries) {
  if (!(await isEmpty(tx))) throw new Refused(NOT_EMPTY)
}

/** Whether all tables are empty. */
export async function isEmpty(db: Queries): Promise<boolean> {
  for (const table of await listTables(db)) {
    if (await hasRows(db, table)) return false
  }
  return true
}

/** Makes the tables as they were in the database that the data comes from. */
async function makeTables(script: Script, tx: Queries, schema: SchemaNote, at: number) {
  refuseNewer(schema)
  const isWanted = ofTheAgeOf(schema)
  await applyMigrations(script, tx, isWanted, at)
  if (!(await appliedMigrations(tx)).every(isWanted)) throw new Refused(OTHER_VERSION)
}

/**
 * Selects the migrations that the data had. One that exists only for the target's engine says nothing about the age of
 * the data: it is applied if it comes before the first that the data lacks.
 */
function ofTheAgeOf({ engine, migrations }: SchemaNote) {
  const known = knownMigrations(engine)
  const lacking = known.find((name) => !migrations.includes(name))
  return (name: string): boolean =>
    known.includes(name) ? migrations.includes(name) : lacking === undefined || name < lacking
}

/** False, and the image is left out, if the bytes do not match the name: one picture must not cost all the rest. */
async function putImage(images: ImageStore | undefined, path: string, bytes: Buffer): Promise<boolean> {
  const image = imageAt(path)
  if (!image || hash('sha256', bytes) !== image.hash) return false
  await images?.put(path, bytes, TYPE_OF_EXTENSION[image.extension])
  return true
}

/** Reads back what the database now contains and compares it. */
async function compareRows(tx: Queries, tables: SchemaNote['tables'], end: End) {
  for (const table of await listTables(tx)) {
    const tally = new Tally()
    const columns = tables[table.name] ?? table.columns
    for await (const rows of readRows(tx, { ...table, columns })) tally.add(rows)
    const expected = end.tables[table.name] ?? { rows: 0, sum: '0' }
    if (!isDeepStrictEqual(tally.result(), expected)) {
      throw new Refused(`The table ${table.name} does not hold what it should, so nothing was changed`)
    }
  }
}
