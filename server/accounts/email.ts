const MOST = 254
const SHAPE = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+\.[^\s@<>(),;:"\\[\]\p{Cc}.]+$/u

/** The address in the form in which it is kept and compared; undefined for what cannot be one. */
export function emailOf(text: string): string | undefined {
  const email = text.normalize('NFC').trim().toLowerCase()
  return email.length <= MOST && email.isWellFormed() && SHAPE.test(email) ? email : undefined
}
