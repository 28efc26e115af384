import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { API_ERRORS } from '#contract/errors.ts'
import { startTestApp } from '../../harness/app/app.ts'
import { plainText } from '../help/shown-examples.ts'

/** The transferred bytes and their encoding. `fetch` cannot tell these, since it decompresses the body. */
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

test('the documentation is compressed for clients that accept it', async () => {
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

test('the page has the sentence of every error that a client can get', async () => {
  await using app = await startTestApp()
  const page = plainText(await (await fetch(`${app.url}/docs`)).text())
  for (const { message } of Object.values(API_ERRORS)) {
    if (!message.includes('{')) assert.ok(page.includes(`<code>${message}</code>`), message)
  }
})

test('the page describes every field of an answer, and marks the optional ones', async () => {
  await using app = await startTestApp()
  const text = plainText(await (await fetch(`${app.url}/docs`)).text())
  const page = text.replaceAll('<wbr>', '').replace(/<[^>]+>/g, ' ')
  assert.match(page, /event\s+string, always order\.created\s/)
  assert.match(page, /customer\.full_address\s+object or null\s/)
  assert.match(page, /customer\.full_address\.line2\s+may be missing\s+string\s/)
  assert.match(page, /order_details\.custom_questions\[\]\.answer\s+string\. What the customer wrote/)
  assert.match(page, /events\[\]\.payload\.order_details\.amount\s+number, 0 or more\. quantity x/)
  assert.doesNotMatch(page, /\bundefined\b/)
})

test('each scrollable part of the page has a name of its own', async () => {
  await using app = await startTestApp()
  const page = await (await fetch(`${app.url}/docs`)).text()
  const names = [...page.matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, name]) => name)
  assert.ok(names.includes('Fields: Create a product'))
  assert.deepEqual([...new Set(names)], names)
})

test('every link within the page has a target, as does the dashboard’s link into it', async () => {
  await using app = await startTestApp()
  const page = await (await fetch(`${app.url}/docs`)).text()
  const links = [...page.matchAll(/href="#(\w+)"/g)].map(([, id]) => id!)
  assert.ok(links.length > 20)
  for (const id of [...links, 'signature']) assert.ok(page.includes(` id="${id}"`), id)
})
