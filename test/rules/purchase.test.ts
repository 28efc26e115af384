import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aCustomer } from '../../harness/shops/shop.ts'
import {
  checkPurchase,
  type Offer,
  type PurchaseInput,
  toAddress,
} from '../../server/rules/checkout/purchase.ts'
import { placesIn, questionFingerprints } from '../../server/rules/checkout/question-fingerprints.ts'

const OFFER: Offer = {
  variations: [],
  size: [],
  colors: [],
  custom_questions: [{ question: 'What shall it say?', type: 'text' }],
}

const told = (changes: Partial<PurchaseInput>) => {
  const checked = checkPurchase(aCustomer({ answers: ['Hi'], ...changes }), OFFER)
  return 'problems' in checked ? Object.fromEntries(checked.problems) : {}
}

const SPECIAL = 'without special characters'
const CASES: [Partial<PurchaseInput>, Record<string, string>][] = [
  [{ quantity: '100000' }, {}],
  [{ quantity: '100001' }, { quantity: 'Enter a smaller quantity' }],
  [{ answers: ['😀'.repeat(500)] }, {}],
  [{ answers: ['x'.repeat(501)] }, { 'answers[0]': 'The answer must be at most 500 characters' }],
  [{ answers: ['a\0b'] }, { 'answers[0]': 'The answer cannot hold some of these characters' }],
  [{ answers: ['Hi', 'and more'] }, { answers: 'This product asks 1 questions' }],
  [
    { special_instructions: '\ud800' },
    { special_instructions: 'The instructions cannot hold some of these characters' },
  ],
  [{ name: ` ${'😀'.repeat(100)} ` }, {}],
  [{ name: 'x'.repeat(101) }, { name: 'Enter at most 100 characters' }],
  [{ line1: 'x'.repeat(200), line2: 'x'.repeat(200), city: 'x'.repeat(100), state: 'x'.repeat(100) }, {}],
  [{ line1: 'x'.repeat(201) }, { line1: 'Enter at most 200 characters' }],
  [{ line2: 'x'.repeat(201) }, { line2: 'Enter at most 200 characters' }],
  [{ city: 'x'.repeat(101) }, { city: 'Enter at most 100 characters' }],
  [{ state: 'x'.repeat(101) }, { state: 'Enter at most 100 characters' }],
  [{ name: 'Meera\nBcc: all' }, { name: `Enter your name ${SPECIAL}` }],
  [{ city: 'Pune\u0085' }, { city: `Enter the city ${SPECIAL}` }],
  [{ line2: 'x\ty' }, { line2: `Enter the area ${SPECIAL}` }],
]

test('a customer’s input is accepted up to its limits, and beyond them refused beside the field', () => {
  for (const [changes, expected] of CASES)
    assert.deepEqual(told(changes), expected, JSON.stringify(changes).slice(0, 80))
})

test('a picture is a path of Haat or a web URL', () => {
  const offer: Offer = { ...OFFER, custom_questions: [{ question: 'Which face?', type: 'image' }] }
  const isTaken = (answer: string) => 'purchase' in checkPurchase(aCustomer({ answers: [answer] }), offer)
  const taken = ['/images/a/b.jpg', 'https://example.com/a.jpg', 'http://example.com/a.jpg']
  const refused = ['', 'a.jpg', '/images/', '/images/\0', 'javascript:alert(1)', 'data:image/png;base64,AA==']
  assert.deepEqual([...taken, ...refused].filter(isTaken), taken)
})

test('the commas that people end the lines of an address with are not kept', () => {
  const lines = { line1: ' 12, MG Road, ', line2: 'Shanti Residency,,', city: 'Pune ,', state: 'Maharashtra' }
  assert.deepEqual(toAddress({ ...lines, country: 'India' }), {
    line1: '12, MG Road',
    line2: 'Shanti Residency',
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
  })
  const { line1, line2 } = toAddress({ ...lines, line1: ',', line2: '', country: 'India' })
  assert.deepEqual([line1, line2], [',', undefined])
})

test('an optional field with only invisible characters is not kept', () => {
  const unseen = '\u200b\n\u200e'.repeat(300)
  const checked = checkPurchase(
    aCustomer({ answers: ['Hi'], line2: unseen, special_instructions: '\u200b' }),
    OFFER,
  )
  assert.ok('purchase' in checked)
  assert.deepEqual([checked.purchase.address.line2, checked.purchase.special_instructions], [undefined, null])
})

test('an answer is matched by its question and type, and a repeated question by its position', () => {
  const [text, image] = (['text', 'image'] as const).map((type) => ({ question: 'Your name', type }))
  assert.notEqual(questionFingerprints([text!]), questionFingerprints([image!]))
  assert.deepEqual(placesIn(questionFingerprints([image!, text!]), [text!, image!]), [1, 0])
  assert.deepEqual(placesIn(questionFingerprints([text!, text!]), [text!, text!, text!]), [0, 1, undefined])
})
