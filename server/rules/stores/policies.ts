import {
  BUSINESS_LIMITS,
  MOST_POLICY_CHARACTERS,
  POLICY_BLANK,
  POLICY_KINDS,
  type PolicyKind,
} from '#contract/policies.ts'
import { hasInvalidCharacters, isBlank, isLongerThan } from '../values/characters.ts'

/** The columns that decide which policies a store shows. */
export interface PolicyHolder {
  /** The kinds that have a text, separated by spaces. */
  policies: string | null
  contact_email: string | null
  contact_phone: string
  business_address: string
}

export const isPolicyKind = (text: string): text is PolicyKind =>
  (POLICY_KINDS as readonly string[]).includes(text)

/** Whether customers see the page. The contact page is shown even without a text. */
export const isShown = (store: PolicyHolder, kind: PolicyKind): boolean =>
  (store.policies?.split(' ').includes(kind) ?? false) ||
  (kind === 'about' && (store.business_address !== '' || canBeAsked(store)))

export const shownPolicies = (store: PolicyHolder): PolicyKind[] =>
  POLICY_KINDS.filter((kind) => isShown(store, kind))

/** Razorpay requires all of these pages, and on the contact page an address and a phone number or e-mail address. */
export const isMissing = (store: PolicyHolder, kind: PolicyKind): boolean =>
  !isShown(store, kind) || (kind === 'about' && (store.business_address === '' || !canBeAsked(store)))

const canBeAsked = ({ contact_email, contact_phone }: PolicyHolder) =>
  contact_email !== null || contact_phone !== ''

const ANY_LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** The text as it is stored: with one kind of line break, trimmed of invisible characters. Empty means no policy. */
export const policyText = (typed: string): string =>
  isBlank(typed) ? '' : typed.replace(ANY_LINE_BREAK, '\n').trim()

const CONTROL = /(?![\n\t])\p{Cc}/u

export function policyProblem(text: string): string | undefined {
  if (isLongerThan(text, MOST_POLICY_CHARACTERS))
    return `The text must be at most ${MOST_POLICY_CHARACTERS.toLocaleString('en-IN')} characters`
  if (hasInvalidCharacters(text) || CONTROL.test(text)) return 'The text contains invalid characters'
  if (text.includes(POLICY_BLANK)) return `Fill in each ${POLICY_BLANK} before you save`
  return undefined
}

const LONGEST_ADDRESS_LINES = 6

/** Checks the address of the business, which has lines as on an envelope. */
export function businessAddressProblem(text: string): string | undefined {
  if (isLongerThan(text, BUSINESS_LIMITS.address))
    return `The address must be at most ${BUSINESS_LIMITS.address} characters`
  if (hasInvalidCharacters(text) || CONTROL.test(text)) return 'The address contains invalid characters'
  return text.split('\n').length > LONGEST_ADDRESS_LINES
    ? `The address must have at most ${LONGEST_ADDRESS_LINES} lines`
    : undefined
}

export type Block = { list: string[] } | { lines: string[] }

const ITEM = /^[-•*]\s+(?=\S)/

/** Splits a text into paragraphs, separated by empty lines, and lists, whose lines begin with a hyphen or a dot. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const part of text.split(/\n\s*\n/)) {
    let open: Block | undefined
    for (const line of part.split('\n').filter((each) => each.trim() !== '')) {
      const isItem = ITEM.test(line.trimStart())
      if (!open || isItem !== 'list' in open) {
        open = isItem ? { list: [] } : { lines: [] }
        blocks.push(open)
      }
      if ('list' in open) open.list.push(line.trimStart().replace(ITEM, ''))
      else open.lines.push(line.trim())
    }
  }
  return blocks
}

const SUMMARY_CHARACTERS = 150

/** The beginning of the text in one line, for search engines and messengers. */
export function summaryOf(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  if (!isLongerThan(line, SUMMARY_CHARACTERS)) return line
  const cut = Array.from(line).slice(0, SUMMARY_CHARACTERS).join('')
  return `${cut.replace(/\s\S*$/, '')}…`
}
