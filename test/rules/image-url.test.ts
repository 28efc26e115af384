import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownImage } from '../../server/rules/images/image-url.ts'

const STORE = '0190a3b0-0000-7000-8000-000000000001'
const OTHER = '0190a3b0-0000-7000-8000-000000000002'
const HASH = '0123456789abcdef'.repeat(4)
const FILE = `${STORE}/${HASH}.gif`
const HERE = 'https://shop.example.com'

test('a store’s picture is recognised by every spelling of its URL', () => {
  const own = { path: `/images/${FILE}`, hash: HASH }
  const spellings = [
    `/images/${FILE}`,
    `${HERE}/images/${FILE}`,
    `${HERE}/images/${FILE}?v=2`,
    `${HERE}/images/${FILE}#top`,
    `HTTPS://Shop.Example.COM/images/${FILE}`,
    `http://shop.example.com/images/${FILE}`,
    `${HERE}:443/images/${FILE}`,
    `${HERE}/images/x/../${FILE}`,
    ...['320', '640', '1280', 'preview'].map((size) => `${HERE}/images/${size}/${FILE}`),
  ]
  for (const spelling of spellings) assert.deepEqual(ownImage(spelling, STORE, HERE), own, spelling)
})

test('a picture of another host, store or path is not recognised', () => {
  const others = [
    '',
    'a word',
    `https://a.example/images/${FILE}`,
    `https://shop.example.com.a.example/images/${FILE}`,
    `https://shop.example.com@a.example/images/${FILE}`,
    `https://a.example/?${HERE}/images/${FILE}`,
    `${HERE}:8443/images/${FILE}`,
    `ftp://shop.example.com/images/${FILE}`,
    `//shop.example.com/images/${FILE}`,
    `${HERE}/images/${OTHER}/${HASH}.gif`,
    `${HERE}/images/320/${OTHER}/${HASH}.gif`,
    `${HERE}/images/${STORE}/../${OTHER}/${HASH}.gif`,
    `/images/${OTHER}/../${FILE}`,
    `${HERE}/images/321/${FILE}`,
    `${HERE}/images/320/320/${FILE}`,
    `${HERE}/images/${STORE}%2F${HASH}.gif`,
    `${HERE}/images/${OTHER}%2F..%2F${FILE}`,
    `${HERE}/images/${FILE}%00`,
    `${HERE}/images/${FILE}/`,
  ]
  for (const other of others) assert.equal(ownImage(other, STORE, HERE), undefined, other)
})
