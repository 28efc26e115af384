import { randomUUID } from 'node:crypto'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const WHITE_SPACE: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d]
const LONG_BYTES = 64 * 1024

/** A product has some hundreds of values. 80 MB of empty lists would take minutes and more than a gigabyte to parse. */
const MOST_VALUES = 1_000_000
export class TooManyValues extends Error {}

type Place = { start: number; end: number; wasRead: boolean }

export type SplitText = {
  /** JSON in which a mark, a random id with a number, stands for each long string value. */
  text: string
  /**
   * The string behind a value of the parsed `text`, be it a mark or a plain string; undefined for other values. Throws
   * where the string is malformed.
   */
  textOf(value: unknown): string | undefined
  /** The bytes of a long string, which may be overwritten once the string has been read; undefined for other values. */
  spaceOf(value: unknown): Uint8Array | undefined
  /**
   * Gives `read` the bytes between the quotes of a long string, which it may overwrite, and returns its result.
   * Undefined for other values, and where `read` returns undefined.
   */
  readInPlace<T>(value: unknown, read: (text: Buffer) => T | undefined): T | undefined
  isMark(value: unknown): boolean
  /** Parses the long strings that have not been read yet; throws where one is malformed. */
  checkUnread(): void
}

/**
 * Splits the long strings off a JSON text; they stay bytes until they are asked for. Parsed as a whole, a body of
 * eleven images takes three times its size in memory; with its images decoded one by one and in place, it takes its
 * size once.
 */
export function splitLongStrings(bytes: Buffer): SplitText {
  const mark = bytes.length > LONG_BYTES ? randomUUID() : ''
  const places = mark ? findLongStrings(bytes) : []
  const isMark = (value: unknown) => places.length > 0 && typeof value === 'string' && value.startsWith(mark)
  const placeOf = (value: unknown) =>
    isMark(value) ? places[Number((value as string).slice(mark.length))] : undefined
  const read = (place: Place): string => {
    place.wasRead = true
    return JSON.parse(bytes.toString('utf8', place.start, place.end))
  }
  return {
    text: places.length > 0 ? withMarks(bytes, places, mark) : bytes.toString('utf8'),
    textOf(value) {
      if (typeof value !== 'string') return undefined
      const place = placeOf(value)
      return place ? read(place) : value
    },
    spaceOf(value) {
      const place = placeOf(value)
      return place && bytes.subarray(place.start, place.end)
    },
    readInPlace(value, read) {
      const place = placeOf(value)
      const made = place && read(bytes.subarray(place.start + 1, place.end - 1))
      if (place && made !== undefined) place.wasRead = true
      return made
    },
    isMark,
    checkUnread() {
      for (const place of places) if (!place.wasRead) read(place)
    },
  }
}

function findLongStrings(bytes: Buffer): Place[] {
  const places: Place[] = []
  let values = 1
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values += 1
    if (values > MOST_VALUES) throw new TooManyValues()
    if (byte !== QUOTE) continue
    const close = closingQuote(bytes, at + 1)
    if (close === -1) break
    if (close - at > LONG_BYTES && !isKey(bytes, close + 1)) {
      places.push({ start: at, end: close + 1, wasRead: false })
    }
    at = close
  }
  return places
}

function closingQuote(bytes: Buffer, from: number): number {
  let quote = bytes.indexOf(QUOTE, from)
  while (quote !== -1 && isEscaped(bytes, quote, from)) quote = bytes.indexOf(QUOTE, quote + 1)
  return quote
}

/** After an odd number of backslashes. */
function isEscaped(bytes: Buffer, quote: number, from: number): boolean {
  let at = quote
  while (at > from && bytes[at - 1] === BACKSLASH) at -= 1
  return (quote - at) % 2 === 1
}

function isKey(bytes: Buffer, end: number): boolean {
  let at = end
  while (WHITE_SPACE.includes(bytes[at])) at += 1
  return bytes[at] === COLON
}

function withMarks(bytes: Buffer, places: readonly Place[], mark: string): string {
  const pieces: string[] = []
  let from = 0
  for (const [index, { start, end }] of places.entries()) {
    pieces.push(bytes.toString('utf8', from, start), `"${mark}${index}"`)
    from = end
  }
  pieces.push(bytes.toString('utf8', from))
  return pieces.join('')
}
