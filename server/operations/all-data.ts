import type { ImageStore } from '../images/image-store.ts'
import { MINUTE_MS } from '../rules/values/durations.ts'
import { readRows } from '../storage/database/table-rows.ts'
import { surveyTables } from '../storage/database/tables.ts'
import type { Engine, Queries } from '../storage/engine.ts'
import { appliedMigrations } from '../storage/migrate.ts'
import { secretMark, type Vault } from '../vault.ts'
import { ImageReader } from './image-reader.ts'
import { type DataRecord, type End, FORMAT } from './records.ts'
import { Tally } from './tally.ts'

interface DataSource {
  db: Engine
  vault: Vault
  /** Undefined if the images stay where they are. */
  images: ImageStore | undefined
  now(): number
}

/** More than the clocks of instances differ. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS

/**
 * Streams all data of a service as of one moment, the snapshot, while the service goes on. Images are read before that
 * moment, because a sweep may remove the file of an image that is dropped later; those that were added meanwhile are
 * read after it.
 */
export async function* allData({ db, vault, images, now }: DataSource): AsyncGenerator<DataRecord> {
  const begun = now()
  yield {
    head: {
      format: FORMAT,
      madeAt: new Date(begun).toISOString(),
      secret: secretMark(vault),
      withImages: images !== undefined,
    },
  }
  const end: End = { tables: {}, images: 0, missingImages: 0 }
  const reader = images && new ImageReader(images, begun - CLOCKS_DIFFER_MS)
  if (reader) yield* reader.read(db)
  await using frozen = await db.snapshot()
  yield* tableData(frozen, end)
  if (reader) {
    yield* reader.readWhatIsNew(frozen)
    end.images = reader.count
    end.missingImages = reader.missing
  }
  yield { end }
}

async function* tableData(frozen: Queries, end: End): AsyncGenerator<DataRecord> {
  const { ours: tables, others } = await surveyTables(frozen)
  end.otherTables = others
  yield {
    schema: {
      engine: frozen.dialect.engine,
      migrations: await appliedMigrations(frozen),
      tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
    },
  }
  for (const table of tables) {
    const tally = new Tally()
    for await (const rows of readRows(frozen, table)) {
      tally.add(rows)
      yield { table: table.name, rows }
    }
    end.tables[table.name] = tally.result()
  }
}
