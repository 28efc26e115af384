import { PRODUCT_LIMITS } from '#contract/products.ts'

const DATA_URI = /^\s*data:[^,]{0,256};\s*base64\s*,/i

/** What follows the comma of a data: URI; the text itself where it is none; undefined where the URI is not in base64. */
export function base64Of(text: string): string | undefined {
  const head = text.slice(0, 512)
  if (!/^\s*data:/i.test(head)) return text
  const prefix = DATA_URI.exec(head)
  return prefix ? text.slice(prefix[0].length) : undefined
}

const BLANK = new Set(Array.from('\t\n\f\r =', (sign) => sign.charCodeAt(0)))

/** Counts instead of removing blanks: to remove megabytes of them one by one takes half a minute and all memory. */
export function isTooLarge(base64: string): boolean {
  if (bytesOf(base64.length) <= PRODUCT_LIMITS.imageBytesMax) return false
  let characters = 0
  for (let at = 0; at < base64.length; at++) if (!BLANK.has(base64.charCodeAt(at))) characters++
  return bytesOf(characters) > PRODUCT_LIMITS.imageBytesMax
}

const bytesOf = (characters: number) => Math.floor((characters * 3) / 4)

/** Both alphabets, with or without padding, white space anywhere; undefined for anything else. */
export function decodeBase64(
  text: string,
  space: Uint8Array = new Uint8Array(bytesOf(text.length)),
): Uint8Array | undefined {
  return decodeInto(space, text, alphabetOf(text))
}

type Alphabet = 'base64' | 'base64url'

const alphabetOf = (text: string | Buffer): Alphabet =>
  text.includes('-') || text.includes('_') ? 'base64url' : 'base64'

function decodeInto(space: Uint8Array, text: string, alphabet: Alphabet): Uint8Array | undefined {
  try {
    const { written } = space.setFromBase64(text, { alphabet, lastChunkHandling: 'loose' })
    return space.subarray(0, written)
  } catch {
    return undefined
  }
}

const PLAIN_HEAD = /^data:[\w.+/;=-]{0,256};base64,/i
const PLAIN_END = /^[\w+/-]*={0,2}$/
const PADDING = 0x3d
const PIECE_CHARACTERS = 64 * 1024
const PIECE_BYTES = bytesOf(PIECE_CHARACTERS)

/**
 * Decodes an upload in place, over its text in the body. Handles only the plain case: one of the alphabets without
 * white space or escapes, and not too large. Otherwise it returns undefined and has changed nothing. It goes piece by
 * piece, because a string of megabytes per upload makes the garbage collector run on every core, where other requests
 * wait for it.
 */
export function decodeInPlace(text: Buffer): Uint8Array | undefined {
  const [head = ''] = PLAIN_HEAD.exec(text.toString('latin1', 0, 512)) ?? []
  const base64 = text.subarray(head.length)
  if (bytesOf(unpaddedLength(base64)) > PRODUCT_LIMITS.imageBytesMax) return undefined
  const alphabet = alphabetOf(base64)
  if (!isPlain(base64, alphabet)) return undefined
  let written = 0
  for (let at = 0; at < base64.length; at += PIECE_CHARACTERS) {
    written += decodeInto(base64.subarray(written), pieceAt(base64, at), alphabet)!.length
  }
  return base64.subarray(0, written)
}

function unpaddedLength(base64: Buffer): number {
  if (base64.at(-1) !== PADDING) return base64.length
  return base64.length - (base64.at(-2) === PADDING ? 2 : 1)
}

function isPlain(base64: Buffer, alphabet: Alphabet): boolean {
  const trial = new Uint8Array(PIECE_BYTES)
  for (let at = 0; at < base64.length; at += PIECE_CHARACTERS) {
    const piece = pieceAt(base64, at)
    const decoded = decodeInto(trial, piece, alphabet)
    // White space and padding decode to fewer bytes, so a piece of full length has neither.
    if (decoded?.length === PIECE_BYTES) continue
    const isLast = at + PIECE_CHARACTERS >= base64.length
    if (!decoded || !isLast || !PLAIN_END.test(piece)) return false
  }
  return true
}

const pieceAt = (base64: Buffer, at: number) => base64.toString('latin1', at, at + PIECE_CHARACTERS)
