// A process that restores a backup and kills itself before its commit, as a crash would: main.js restore FILE.
import { die } from '../../../faults/deeds/doom.ts'
import { configOf } from '../../../harness/app/config-of.ts'
import { openEngine, openImageStore } from '../../../server/open-parts.ts'
import { readBackup } from '../../../server/operations/backup-file.ts'
import { restoreData } from '../../../server/operations/restore.ts'

const [file = ''] = process.argv.slice(2)
const config = configOf(process.env)

async function* untilTheEnd() {
  for await (const record of readBackup(file)) {
    if ('end' in record) die()
    yield record
  }
}

const db = await openEngine(config.database)
const images = await openImageStore(config)
await restoreData({ db, images, now: Date.now }, untilTheEnd, { verify: false })
