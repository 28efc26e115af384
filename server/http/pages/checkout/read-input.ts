import type { CustomQuestion } from '#contract/products.ts'
import { MOST_TYPED } from '../../../rules/checkout/offer.ts'
import { suggestedState } from '../../../rules/checkout/pincode-state.ts'
import { COUNTRY, type PurchaseInput } from '../../../rules/checkout/purchase.ts'
import { typedDigits, withTypedNumbers } from '../../../rules/checkout/typed-digits.ts'

const NAMES = [
  ...['quantity', 'variation', 'size', 'color', 'special_instructions'],
  ...['name', 'email', 'phone', 'line1', 'line2', 'pincode', 'city', 'state'],
] as const

/** What was typed, to be shown again unchanged; fields that are far too long are cut. */
export function typedIn(fields: ReadonlyMap<string, string>, questions: readonly CustomQuestion[]) {
  const names = [...NAMES, ...questions.map((_, i) => `answer-${i}`)]
  return new Map(
    names.flatMap((name) => {
      const value = fields.get(name)
      return value === undefined ? [] : [[name, value.slice(0, MOST_TYPED)] as const]
    }),
  )
}

/** `pictures` holds the paths of the answers that are pictures. */
export function purchaseInput(
  typed: ReadonlyMap<string, string>,
  questions: readonly CustomQuestion[],
  pictures: ReadonlyMap<number, { path: string }>,
): PurchaseInput {
  const text = (name: string) => typed.get(name) ?? ''
  return withTypedNumbers({
    quantity: text('quantity'),
    variation: typed.get('variation'),
    size: typed.get('size'),
    color: typed.get('color'),
    special_instructions: text('special_instructions'),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    pincode: text('pincode'),
    line1: text('line1'),
    line2: text('line2'),
    city: text('city'),
    state: text('state'),
    country: COUNTRY,
    answers: questions.map(({ type }, i) =>
      type === 'text' ? text(`answer-${i}`) : (pictures.get(i)?.path ?? ''),
    ),
  })
}

/** Fills in a missing state where the pincode determines it, and tells the customer. */
export function withSuggestedState(typed: Map<string, string>, problems: Map<string, string>) {
  const state = suggestedState(typedDigits(typed.get('pincode') ?? ''))
  if (!state || problems.has('pincode') || (typed.get('state') ?? '').trim() !== '') return
  typed.set('state', state)
  problems.set('state', 'We filled in the state from the pincode. Is it right?')
}
