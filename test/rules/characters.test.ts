import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  firstCharacters,
  hasInvalidCharacters,
  isLongerThan,
  isShorterThan,
} from '../../server/rules/values/characters.ts'
import { hasMoreThanPaise, toPaise, toRupees } from '../../server/rules/values/money.ts'
import { anyCharacter } from '../help/products/any-character.ts'

test('characters are code points, however many units they take', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 40 })
  fc.assert(
    fc.property(text, fc.nat(45), (value, limit) => {
      const count = [...value].length
      assert.equal(isLongerThan(value, limit), count > limit)
      assert.equal(isShorterThan(value, limit), count < limit)
      assert.equal(firstCharacters(value, limit), [...value].slice(0, limit).join(''))
    }),
  )
})

test('NUL and half a character are invalid, and nothing else is', () => {
  for (const text of ['\0', 'a\0b', '\ud800', '\udfff', '\ude00\ud83d'])
    assert.equal(hasInvalidCharacters(text), true)
  for (const text of ['', '\u0001', '\u007f', '👍', '\ufffe', '\u202e'])
    assert.equal(hasInvalidCharacters(text), false)
})

test('rupees become paise and come back exactly', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999_999), (paise) => {
      const rupees = Number(`${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`)
      assert.equal(hasMoreThanPaise(rupees), false)
      assert.equal(toPaise(rupees), paise)
      assert.equal(toRupees(paise), rupees)
    }),
  )
  assert.ok(Object.is(toPaise(-0), 0))
})
