import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  byName,
  categoryNameProblem,
  personNameProblem,
  storeNameProblem,
} from '../../server/rules/values/names.ts'
import { slugOf, slugProblem } from '../../server/rules/values/slug.ts'

test('the length of a name is counted in code points', () => {
  for (const [problem, label, most] of [
    [storeNameProblem, 'The store name', 80],
    [personNameProblem, 'Your name', 80],
    [categoryNameProblem, 'The category name', 50],
  ] as const) {
    assert.equal(problem('😀'.repeat(most)), undefined)
    assert.equal(problem('x'.repeat(most + 1)), `${label} must be at most ${most} characters`)
    assert.equal(problem('a\u0007b'), `${label} contains invalid characters`)
  }
})

test('names are sorted without regard to case, and their numbers by value', () => {
  const names = ['Size 10', 'size 2', 'bags', 'Apples'].map((name) => ({ name }))
  assert.deepEqual(
    names.toSorted(byName).map(({ name }) => name),
    ['Apples', 'bags', 'size 2', 'Size 10'],
  )
})

test('a short address is 3 to 40 letters, digits and single hyphens', () => {
  for (const slug of ['abc', 'a-1', 'x'.repeat(40)]) assert.equal(slugProblem(slug), undefined, slug)
  for (const slug of ['ab', 'x'.repeat(41), 'a--b', '-abc', 'abc-', 'Abc', 'a b', 'diyā'])
    assert.equal(slugProblem(slug), 'Use 3 to 40 lower-case letters, digits and single hyphens', slug)
})

test('a name becomes a short address within its limit, cut at a whole word', () => {
  assert.equal(slugOf('Café  «Lamps» & Co.'), 'cafe-lamps-co')
  assert.equal(slugOf('x'.repeat(41)), 'x'.repeat(40))
  assert.equal(slugOf(`${'x'.repeat(39)} y`), 'x'.repeat(39))
  assert.equal(slugOf(`${'x'.repeat(40)} y`), 'x'.repeat(40))
  assert.equal(slugOf(`${'x'.repeat(38)} y`), `${'x'.repeat(38)}-y`)
  assert.equal(
    slugOf('Sri Lakshmi Handloom and Handicrafts Emporium'),
    'sri-lakshmi-handloom-and-handicrafts',
  )
  assert.equal(slugOf(`Om ${'x'.repeat(60)}`), `om-${'x'.repeat(37)}`)
  assert.equal(slugOf('शर्मा स्टोर'), 'sharma-stor')
  assert.equal(slugOf('چراغ'), 'store')
  assert.equal(slugOf('ॐ'), 'om-store')
})
