import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { temporaryFolder } from '../../../harness/services/folder.ts'
import { addAppFiles } from '../../../server/http/dashboard/app-files.ts'

const SCRIPT = `console.log('${'hello '.repeat(100)}')`

describe('the files of the dashboard', () => {
  const opened = new AsyncDisposableStack()
  let server: FastifyInstance
  let folder: string

  before(async () => {
    folder = opened.use(await temporaryFolder()).path
    server = fastify()
    opened.defer(() => server.close())
    addAppFiles(server, folder)
  })
  after(() => opened.disposeAsync())

  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

  it('says how to build them where they are missing', async () => {
    const { statusCode, body } = await get('/dashboard')
    assert.equal(statusCode, 503)
    assert.match(body, /npm run build:dashboard/)
  })

  it('answers every page with the app, under a policy that allows nothing from other hosts', async () => {
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    await writeFile(join(folder, 'assets', 'index-1.js'), SCRIPT)
    for (const path of ['/dashboard', '/dashboard/', '/dashboard/s/lamps/orders?status=started']) {
      const { statusCode, headers, body } = await get(path)
      assert.equal(statusCode, 200, path)
      assert.equal(body, '<!doctype html>')
      assert.equal(headers['cache-control'], 'no-cache')
      assert.match(
        String(headers['content-security-policy']),
        /default-src 'none'; script-src 'self'; style-src 'self'/,
      )
    }
  })

  it('sends its assets compressed and cached as immutable', async () => {
    const { headers, rawPayload } = await get('/dashboard/assets/index-1.js', { 'accept-encoding': 'gzip' })
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(gunzipSync(rawPayload).toString(), SCRIPT)
    assert.ok(rawPayload.length < SCRIPT.length)
    const refusing = await get('/dashboard/assets/index-1.js', { 'accept-encoding': 'br;q=0, gzip;q=0' })
    assert.deepEqual([refusing.headers['content-encoding'], refusing.body], [undefined, SCRIPT])
  })

  it('has no other files, and leaves the API alone', async () => {
    for (const path of ['/dashboard/assets/gone.js', '/dashboard/api/nothing', '/dashboard/api']) {
      assert.equal((await get(path)).statusCode, 404, path)
    }
    assert.equal((await get('/dashboard/..%2f..%2fpackage.json')).body, '<!doctype html>')
  })
})
