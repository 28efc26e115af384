import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { MOST_POLICY_CHARACTERS } from '#contract/policies.ts'
import {
  blocksOf,
  isMissing,
  type PolicyHolder,
  policyProblem,
  policyText,
  shownPolicies,
  summaryOf,
} from '../../server/rules/stores/policies.ts'

const silent: PolicyHolder = { policies: null, contact_email: null, contact_phone: '', business_address: '' }

describe('a policy of a store', () => {
  test('is shown if it has a text, and the contact page also if only contact details are set', () => {
    assert.deepEqual(shownPolicies(silent), [])
    assert.deepEqual(shownPolicies({ ...silent, policies: 'terms returns' }), ['returns', 'terms'])
    assert.deepEqual(shownPolicies({ ...silent, contact_phone: '98' }), ['about'])
    assert.deepEqual(shownPolicies({ ...silent, business_address: 'Jaipur' }), ['about'])
    assert.deepEqual(shownPolicies({ ...silent, policies: 'about', contact_email: 'a@b.c' }), ['about'])
  })

  test('is incomplete for Razorpay without an address and a contact', () => {
    const written = { ...silent, policies: 'about shipping' }
    assert.equal(isMissing(written, 'shipping'), false)
    assert.equal(isMissing(written, 'terms'), true)
    assert.equal(isMissing(written, 'about'), true)
    assert.equal(isMissing({ ...written, business_address: 'Jaipur' }, 'about'), true)
    assert.equal(isMissing({ ...written, contact_email: 'a@b.c' }, 'about'), true)
    assert.equal(isMissing({ ...silent, business_address: 'Jaipur', contact_phone: '98' }, 'about'), false)
  })
})

describe('the text of a policy', () => {
  test('has one kind of line break, and is empty if it has no visible character', () => {
    assert.equal(policyText(' a\r\nb\rc\u2028d\n\n'), 'a\nb\nc\nd')
    assert.equal(policyText(' \n\u200b \t'), '')
  })

  test('is measured in characters, and refused with unfilled blanks or invalid characters', () => {
    assert.equal(policyProblem('🪔'.repeat(MOST_POLICY_CHARACTERS)), undefined)
    assert.equal(
      policyProblem('🪔'.repeat(MOST_POLICY_CHARACTERS + 1)),
      'The text must be at most 15,000 characters',
    )
    assert.equal(policyProblem('within ____ days'), 'Fill in each ____ before you save')
    assert.equal(policyProblem('snake_case and __init__'), undefined)
    assert.equal(policyProblem('a\u0007b'), 'The text contains invalid characters')
    assert.equal(policyProblem('a\ud800b'), 'The text contains invalid characters')
    assert.equal(policyProblem('tab\tand\nline'), undefined)
  })

  test('is split into paragraphs and lists', () => {
    assert.deepEqual(blocksOf('One\ntwo\n\nWe keep:\n- lamps\n  • cups\n* bags\nand more\n \n-5 degrees'), [
      { lines: ['One', 'two'] },
      { lines: ['We keep:'] },
      { list: ['lamps', 'cups', 'bags'] },
      { lines: ['and more'] },
      { lines: ['-5 degrees'] },
    ])
  })

  test('loses no word on its way to the page', () => {
    const words = (text: string) => text.split(/[\s•*-]+/).filter(Boolean)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '-', '•', '*') }), (typed) => {
        const shown = blocksOf(policyText(typed)).flatMap((each) => ('list' in each ? each.list : each.lines))
        assert.deepEqual(words(shown.join('\n')), words(typed))
      }),
    )
  })

  test('is summarised by its beginning, cut between words', () => {
    assert.equal(summaryOf('We send\n\nat once.'), 'We send at once.')
    const told = summaryOf('lamp '.repeat(100).trim())
    assert.match(told, /lamp…$/)
    assert.ok(told.length <= 151)
  })
})
