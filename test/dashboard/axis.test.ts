import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisUpTo, ticksAmong } from '../../dashboard/pages/overview/axis.ts'

test('an axis has round whole numbers from zero up to the largest or just above it', () => {
  const axes: [most: number, axis: number[]][] = [
    [0, [0, 1]],
    [0.5, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [3100, [0, 1000, 2000, 3000, 4000]],
    [999_999.99, [0, 500_000, 1_000_000]],
  ]
  for (const [most, axis] of axes) assert.deepEqual(axisUpTo(most), axis, String(most))
})

test('today is marked below a chart, with at most four days before it, all equally far apart', () => {
  assert.deepEqual(ticksAmong(7), [0, 2, 4, 6])
  assert.deepEqual(ticksAmong(30), [5, 11, 17, 23, 29])
  assert.deepEqual(ticksAmong(90), [17, 35, 53, 71, 89])
})
