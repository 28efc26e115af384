import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'

/** How many bytes came over the line, and in what encoding: `fetch` unpacks them before anybody sees. */
const onTheLine = (url: string, encoding: string) =>
  new Promise<{ bytes: number; encoding: string | undefined; varies: string | undefined }>(
    (resolve, reject) => {
      get(url, { headers: { 'accept-encoding': encoding } }, async (answer) => {
        const bytes = Buffer.concat(await answer.toArray()).length
        const { 'content-encoding': packed, vary } = answer.headers
        resolve({ bytes, encoding: packed, varies: vary })
      }).on('error', reject)
    },
  )

test('the documentation comes packed to who takes it so', async () => {
  await using app = await startTestApp()
  for (const path of ['/docs', '/openapi.json']) {
    const plain = await onTheLine(app.url + path, 'identity')
    const packed = await onTheLine(app.url + path, 'gzip, br')
    assert.deepEqual([plain.encoding, packed.encoding], [undefined, 'gzip'])
    assert.deepEqual([plain.varies, packed.varies], ['accept-encoding', 'accept-encoding'])
    assert.ok(packed.bytes * 4 < plain.bytes, `${path}: ${packed.bytes} of ${plain.bytes}`)
    const unpacked = await (await fetch(app.url + path)).bytes()
    assert.equal(unpacked.length, plain.bytes)
  }
})

test('/docs/ leads to /docs', async () => {
  await using app = await startTestApp()
  const answer = await fetch(`${app.url}/docs/`)
  assert.deepEqual([answer.status, answer.url], [200, `${app.url}/docs`])
})
