/** Where the ten digits begin in what people write with in India, and in full-width text. */
const ZEROS = [
  ...[0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6],
  ...[0x0c66, 0x0ce6, 0x0d66, 0x1c50, 0xabf0, 0xff10],
]

/** The digits of any of these scripts as 0 to 9; everything else stays. */
const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    const zero = ZEROS.find((start) => code >= start && code < start + 10)
    return zero === undefined ? digit : String(code - zero)
  })

/** Digits without what stands between and around them, some of it unseen: numbers are often pasted from contacts. */
export const typedDigits = (text: string): string => plainDigits(text).replace(/[\s\p{Pd}\p{Cf}]/gu, '')

/** The ten digits behind what people type: "+91 98765 43210", "098765-43210". */
export const typedPhone = (text: string): string =>
  typedDigits(text)
    .replace(/[().]/g, '')
    .replace(/^(?:\+91|0091|91|0)(?=\d{10}$)/, '')

/** A number with a sign in front keeps it. */
export const typedCount = (text: string): string => plainDigits(text).trim()
