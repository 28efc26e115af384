import type { Address, CustomAnswer } from '#contract/orders.ts'
import type { CustomQuestion } from '#contract/products.ts'
import { isPublicMailAddress, MAIL_ADDRESS_MAX } from '../mails/mail-address.ts'
import { hasInvalidCharacters, isBlank, isLongerThan } from '../values/characters.ts'
import { isWebUrl } from '../values/web-url.ts'

/** A customer's input before any check. Everything is text, as in a form. */
export interface PurchaseInput {
  quantity: string
  variation?: string | undefined
  size?: string | undefined
  color?: string | undefined
  special_instructions?: string | undefined
  name: string
  email: string
  phone: string
  pincode: string
  line1: string
  line2?: string | undefined
  city: string
  state: string
  country: string
  /** One per question of the product, in its order; undefined where no questions were asked. */
  answers?: readonly string[] | undefined
}

export interface Purchase {
  quantity: number
  variation: string | null
  size: string | null
  color: string | null
  special_instructions: string | null
  customer: { name: string; email: string; phone: string; pincode: string }
  address: Address
  answers: CustomAnswer[]
}

/** The parts of a product on which a purchase depends. */
export interface Offer {
  variations: readonly string[]
  size: readonly string[]
  colors: readonly string[]
  custom_questions: readonly CustomQuestion[]
}

/** A sentence per field, in the order of the form; `answers[0]` stands for the first answer. */
export type PurchaseProblems = Map<string, string>

/** All customers live in India: pincodes and phone numbers are Indian. */
export const COUNTRY = 'India'

export const MOST_PIECES = 100_000
/** For one answer, and for the instructions. */
export const MOST_TEXT_CHARACTERS = 500

type Rule = {
  label: string
  most: number
  wrong?: (text: string) => string | false
  optional?: true
}

export const CUSTOMER_FIELDS = {
  name: { label: 'your name', most: 100 },
  email: {
    label: 'your e-mail address',
    most: MAIL_ADDRESS_MAX,
    wrong: (text) => !isPublicMailAddress(text) && 'Enter an e-mail address such as name@example.com',
  },
  phone: {
    label: 'your phone number',
    most: 20,
    wrong: (text) => !/^\d{10}$/.test(text) && 'Enter a 10-digit phone number',
  },
  line1: { label: 'the house and street', most: 200 },
  line2: { label: 'the area', most: 200, optional: true },
  pincode: {
    label: 'the pincode',
    most: 20,
    wrong: (text) =>
      /^\d{6}$/.test(text)
        ? text.startsWith('0') && 'Enter a pincode that does not begin with 0'
        : 'Enter a 6-digit pincode',
  },
  city: { label: 'the city', most: 100 },
  state: { label: 'the state', most: 100 },
  country: { label: 'the country', most: 100 },
} as const satisfies Record<string, Rule>

/** The choices: the field of the form, the product's list, and the label that people read. */
export const CHOICES = [
  ['variation', 'variations', 'variation'],
  ['size', 'size', 'size'],
  ['color', 'colors', 'colour'],
] as const

export type Chosen = { [Field in (typeof CHOICES)[number][0]]?: string | null | undefined }

/** Whether every choice is made and offered. */
export const isOffered = (chosen: Chosen, offer: Offer): boolean =>
  CHOICES.every(([field, offered, label]) => !choiceProblem(chosen[field], offer[offered], label))

export function checkPurchase(
  input: PurchaseInput,
  offer: Offer,
): { purchase: Purchase } | { problems: PurchaseProblems } {
  const problems: PurchaseProblems = new Map()
  const note = (field: string, problem: string | undefined) => problem && problems.set(field, problem)

  note('quantity', quantityProblem(input.quantity))
  for (const [field, offered, label] of CHOICES)
    note(field, choiceProblem(input[field], offer[offered], label))
  for (const [i, question] of offer.custom_questions.entries()) {
    if (input.answers) note(`answers[${i}]`, answerProblem(input.answers[i] ?? '', question))
  }
  if ((input.answers?.length ?? 0) > offer.custom_questions.length) {
    note('answers', `This product asks ${offer.custom_questions.length} questions`)
  }
  note('special_instructions', longTextProblem(input.special_instructions ?? '', 'The instructions'))
  for (const [field, rule] of Object.entries(CUSTOMER_FIELDS)) {
    note(field, lineProblem(input[field as keyof typeof CUSTOMER_FIELDS] ?? '', rule))
  }
  return problems.size > 0 ? { problems } : { purchase: toPurchase(input, offer) }
}

function quantityProblem(text: string): string | undefined {
  if (!/^\s*\d+\s*$/.test(text) || Number(text) < 1) return 'Enter how many you want, at least 1'
  return Number(text) > MOST_PIECES ? 'Enter a smaller quantity' : undefined
}

function choiceProblem(
  chosen: string | null | undefined,
  offered: readonly string[],
  label: string,
): string | undefined {
  if (offered.length === 0) return chosen ? `This product has no choice of ${label}` : undefined
  if (!chosen) return `Choose a ${label}`
  return offered.includes(chosen) ? undefined : `Choose a ${label} from the list`
}

function answerProblem(answer: string, { type }: CustomQuestion): string | undefined {
  if (type === 'image') return isPicture(answer) ? undefined : 'Add a picture'
  return isBlank(answer) ? 'Answer this question' : longTextProblem(answer, 'The answer')
}

/** A path of an image of ours, or a URL elsewhere. */
const isPicture = (answer: string) => /^\/images\/[\w/.-]{1,200}$/.test(answer) || isWebUrl(answer)

function longTextProblem(text: string, label: string): string | undefined {
  if (hasInvalidCharacters(text)) return `${label} cannot hold some of these characters`
  return isLongerThan(text, MOST_TEXT_CHARACTERS)
    ? `${label} must be at most ${MOST_TEXT_CHARACTERS} characters`
    : undefined
}

/** One line: no control character, so nothing can break out of a mail header or an address. */
export function lineProblem(text: string, rule: Rule): string | undefined {
  const trimmed = text.trim()
  if (isBlank(text)) return rule.optional ? undefined : `Enter ${rule.label}`
  if (hasInvalidCharacters(trimmed) || /\p{Cc}/u.test(trimmed)) {
    return `Enter ${rule.label} without special characters`
  }
  if (isLongerThan(trimmed, rule.most)) return `Enter at most ${rule.most} characters`
  return rule.wrong?.(trimmed) || undefined
}

/** Blank text passes every rule and is kept as nothing: it may contain invisible characters that `trim` leaves. */
const optional = (text = ''): string => (isBlank(text) ? '' : text.trim())

/** Converts the input, whether or not the purchase is possible. */
export function toPurchase(input: PurchaseInput, offer: Offer): Purchase {
  return {
    quantity: Number(input.quantity),
    variation: input.variation || null,
    size: input.size || null,
    color: input.color || null,
    special_instructions: optional(input.special_instructions) || null,
    customer: {
      name: input.name.trim(),
      email: input.email.trim(),
      phone: input.phone.trim(),
      pincode: input.pincode.trim(),
    },
    address: toAddress(input),
    answers: (input.answers ?? []).map((answer, i) => ({ ...offer.custom_questions[i]!, answer })),
  }
}

type AddressInput = Pick<PurchaseInput, 'line1' | 'line2' | 'city' | 'state' | 'country'>

/** Many end a line with a comma, as on an envelope. Where lines are joined there is one already. */
const line = (text: string): string => text.trim().replace(/[\s,]+$/, '') || text.trim()

/** The address as it is stored, from lines that passed their checks. */
export function toAddress({ line1, line2: typed, city, state, country }: AddressInput): Address {
  const line2 = line(optional(typed))
  return {
    line1: line(line1),
    ...(line2 && { line2 }),
    city: line(city),
    state: line(state),
    country: line(country),
  }
}
