import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aProduct, caller, startTestApp } from '../../harness/app/app.ts'
import { ownFolder, runHaat, startServerProcess, storesIn } from '../../harness/app/server-process.ts'
import { databaseSettings, migrated } from '../../harness/services/engines.ts'
import { skipWithout } from '../../harness/services/services.ts'

const STORES = 12

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && skipWithout.postgres
  // Run concurrently, because each test has its own data and waits most of the time.
  describe(`on ${engine}`, { skip, concurrency: true }, () => {
    test('kill -9 during creates loses nothing that was answered with success', async () => {
      await using folder = await ownFolder()
      await using database = await databaseSettings(engine, migrated)
      const settings = { ...folder.settings, ...database.settings }
      const keys = (await storesIn(settings, STORES)).map(({ api_key }) => api_key)
      const made: Array<{ key: string; id: string; name: string }> = []
      {
        await using server = await startServerProcess(settings)
        let dead = false
        const streams = keys.map(async (key, store) => {
          const call = caller(server.url, key)
          for (let n = 0; n < 20 && !dead; n++) {
            const name = `Lamp ${store} ${n}`
            const answer = await call('POST', '/api/products/create', aProduct({ name })).catch(
              () => undefined,
            )
            if (answer?.status === 201) made.push({ key, id: answer.body.product_id, name })
            if (made.length === (STORES * 20) / 2) {
              dead = true
              server.kill('SIGKILL')
            }
          }
        })
        await Promise.all(streams)
        assert.equal(await server.ended, 'SIGKILL')
      }
      assert.ok(made.length >= (STORES * 20) / 2)

      await using again = await startTestApp(settings)
      for (const { key, id, name } of made) {
        const { status, body } = await caller(again.url, key)('GET', `/api/products/${id}`)
        assert.deepEqual([status, body.name], [200, name])
      }
    })

    test('a key that another process replaces is invalid at once in the running service', async () => {
      await using folder = await ownFolder()
      await using database = await databaseSettings(engine, migrated)
      const settings = { ...folder.settings, ...database.settings }
      await using service = await startTestApp(settings)
      const [{ store_id, api_key: old } = { store_id: '', api_key: '' }] = await storesIn(settings)
      const { body } = await caller(service.url, old)('POST', '/api/products/create', aProduct())
      const path = `/api/products/${body.product_id}`
      assert.equal((await caller(service.url, old)('GET', path)).status, 200)

      const made = await runHaat(
        'server/cli/main.js',
        ['key', 'generate', '--store', store_id, '--json'],
        settings,
      )
      const { api_key: fresh } = JSON.parse(made.stdout)
      const refused = await caller(service.url, old)('GET', path)
      assert.equal(refused.status, 401)
      assert.deepEqual(refused.body, { error: 'Invalid API key' })
      assert.equal((await caller(service.url, fresh)('GET', path)).status, 200)
    })
  })
}
