/** The code point of the digit zero in each script used in India, and in full-width text. */
const ZEROS = [
  ...[0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6],
  ...[0x0c66, 0x0ce6, 0x0d66, 0x1c50, 0xabf0, 0xff10],
]

/** Replaces the digits of these scripts by 0 to 9. Everything else stays, and the length does not change. */
export const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    const zero = ZEROS.find((start) => code >= start && code < start + 10)
    return zero === undefined ? digit : String(code - zero)
  })
