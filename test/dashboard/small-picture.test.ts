import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smallPicture } from '../../dashboard/small-picture.ts'

const NAME = `0192f6c1-7a3b-7c4d-8e5f-0123456789ab/${'a1'.repeat(32)}.webp`
const SRC = `https://other.example/images/${NAME}`
const SMALL = `/images/320/${NAME}`

test('a picture stored here is shown in its small form, another Haat’s as it is', () => {
  assert.equal(smallPicture(SRC, []), SMALL)
  assert.equal(smallPicture(SRC, [SMALL]), SRC)
  assert.equal(smallPicture(SRC, [SMALL, SRC]), undefined)
})

test('a picture from another host is requested once', () => {
  const src = 'https://other.example/lamp.jpg'
  assert.equal(smallPicture(src, []), src)
  assert.equal(smallPicture(src, [src]), undefined)
})
