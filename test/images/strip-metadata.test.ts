import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ImageExtension } from '#contract/image-types.ts'
import { animation, GPS, noise } from '../../harness/shops/pictures.ts'
import { inspectFile, stripMetadata } from '../../server/images/strip-metadata.ts'

const size = { width: 24, height: 16 }
const pictures: [ImageExtension, Buffer][] = [
  ['jpg', await noise(size).jpeg().withExif(GPS).toBuffer()],
  ['png', await noise(size).png().withExif(GPS).toBuffer()],
  ['webp', await noise(size).webp().withExif(GPS).toBuffer()],
  ['gif', await (await animation('gif', 2, size)).toBuffer()],
]

test('stripping twice changes nothing more', () => {
  for (const [extension, picture] of pictures) {
    const once = stripMetadata(extension, Buffer.from(picture))!
    assert.deepEqual(Buffer.from(stripMetadata(extension, Buffer.from(once))!), Buffer.from(once))
    assert.ok(inspectFile(extension, once).hasEnd)
  }
})

test('no damaged input makes it throw, hang or grow', () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 })
  fc.assert(
    fc.property(fc.constantFrom(...pictures), damage, fc.nat(), ([extension, picture], changes, cut) => {
      const bytes = Buffer.from(picture.subarray(0, cut % (picture.length + 1)))
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % Math.min(bytes.length, 400)] = value
      const length = stripMetadata(extension, bytes)?.length ?? 0
      assert.ok(length <= bytes.length)
    }),
    { numRuns: 2000 },
  )
})
