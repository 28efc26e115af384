import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPlace } from '../../harness/app/new-place.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { openEngine } from '../../server/open-parts.ts'
import { findMail } from '../../server/storage/mails/mails.ts'
import { applyMigrations, migrate } from '../../server/storage/migrate.ts'

const LINK = 'https://courier.example.com/track/zubeida-quillfeather'

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`older mails on ${engine}`, { skip: engine === 'postgres' && skipWithout.postgres }, () => {
    test('lose their tracking link, which would outlive the erasure of a customer', async () => {
      await using place = await newPlace(engine)
      await using db = await openEngine(place.config.database)
      await db.migrating(async (script, tx) => {
        await applyMigrations(script, tx, (name) => name < '0301', 5)
        await script(`
          insert into mails (store_id, order_id, kind, status, attempts, due_at, created_at, tracking_url)
          values ('a store', 'an order', 'dispatched', 'sent', 1, 6, 6, '${LINK}')`)
      })
      await migrate(db, () => 7)
      const whole = { sql: 'select * from mails', reads: true, name: undefined }
      assert.doesNotMatch(JSON.stringify(await db.rows(whole, [])), /zubeida/)
      assert.equal((await findMail(db, 'an order', 'dispatched'))?.status, 'sent')
    })
  })
}
