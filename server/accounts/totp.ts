import { createHmac, timingSafeEqual } from 'node:crypto'
import { plainDigits } from '#contract/plain-digits.ts'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The one-time code of RFC 6238 for a step of time, with SHA-1 as every authenticator app has it. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Apps show a code in two groups, and phones may write its digits in another script. */
export const codeDigits = (typed: string): string => plainDigits(typed).replace(/\s/g, '')

export const stepAt = (now: number): number => Math.floor(now / STEP_MS)

/**
 * The time step of this code: the present one or a neighbour, but never a used one or an older one. If the last used
 * step lies in the future, the clock was set back, and that step is ignored.
 */
export function stepOfCode(secret: Buffer, code: string, now: number, lastUsed: number): number | undefined {
  const given = Buffer.from(code)
  const present = stepAt(now)
  const used = lastUsed > present + 1 ? 0 : lastUsed
  return [present, present - 1, present + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    return step > used && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Base32 of RFC 4648 without padding: the form in which people type a secret. */
export function toBase32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

export const totpUri = (secret: string, email: string): string =>
  `otpauth://totp/Haat:${encodeURIComponent(email)}?secret=${secret}&issuer=Haat`
