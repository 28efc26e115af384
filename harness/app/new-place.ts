import { openEngine } from '../../server/open-parts.ts'
import { allData } from '../../server/operations/all-data.ts'
import type { End } from '../../server/operations/records.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { makeVault } from '../../server/vault.ts'
import { databaseSettings, type EngineName } from '../services/engines.ts'
import { temporaryFolder } from '../services/folder.ts'
import { configOf, SECRET } from './config-of.ts'

/** Settings for a new folder and a new database: empty, or on PostgreSQL a copy of `template` where one is given. */
export async function newPlace(engine: EngineName, template?: string) {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const { settings } = opened.use(await databaseSettings(engine, template))
  const kept = opened.move()
  const all: Record<string, string> = { DATA_DIR: folder.path, ...settings }
  return {
    folder: folder.path,
    settings: all,
    config: configOf(all),
    /** What the database holds: the number of rows in each table, and checksums over them. */
    async holds() {
      await using db = await openEngine(configOf(all).database)
      return tablesOf(db)
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function tablesOf(db: Engine): Promise<End['tables']> {
  for await (const record of allData({ db, images: undefined, vault: makeVault(SECRET), now: Date.now })) {
    if ('end' in record) return record.end.tables
  }
  throw new Error('It has no end')
}
