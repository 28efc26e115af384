import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingWords } from '../../server/cli/data-words.ts'

test('what is missing is told in the singular for one image, and not told for none', () => {
  const told = (missingImages: number) =>
    missingWords({ tables: {}, images: 0, missingImages }, 'therefore not in the file')
  assert.deepEqual(told(1), ['1 image is missing or damaged, and therefore not in the file.'])
  assert.deepEqual(told(2), ['2 images are missing or damaged, and therefore not in the file.'])
  assert.deepEqual(told(0), [])
})
