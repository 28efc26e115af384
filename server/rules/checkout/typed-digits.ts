import { plainDigits } from '#contract/plain-digits.ts'
import type { PurchaseInput } from './purchase.ts'

/** Removes what stands between and around digits, some of it invisible: numbers are often pasted from contacts. */
export const typedDigits = (text: string): string => plainDigits(text).replace(/[\s\p{Pd}\p{Cf}]/gu, '')

/** The ten digits behind what people type: "+91 98765 43210", "098765-43210", "+91 (0) 98765 43210". */
export const typedPhone = (text: string): string =>
  typedDigits(text)
    .replace(/[().]/g, '')
    .replace(/^(?:\+91|0091|91)?0?(?=\d{10}$)/, '')

/** Keeps a sign in front of the number. */
export const typedCount = (text: string): string => plainDigits(text).trim()

/** Reads the numbers of a purchase as people type them. */
export const withTypedNumbers = (input: PurchaseInput): PurchaseInput => ({
  ...input,
  quantity: typedCount(input.quantity),
  phone: typedPhone(input.phone),
  pincode: typedDigits(input.pincode),
})
