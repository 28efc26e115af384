import { CsvReader } from '#contract/csv.ts'

const BYTE_ORDER_MARKS = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const SEPARATORS = [',', ';', '\t']

export interface CsvRow {
  /** The row number in a spreadsheet: the header line is row 1, and empty rows count. */
  number: number
  cells: string[]
}

/** The non-empty rows of a CSV file from any spreadsheet, country and system. */
export function readCsv(bytes: Uint8Array): CsvRow[] {
  const text = decode(bytes)
  const reader = new CsvReader(separatorOf(text))
  return [...reader.push(text), ...reader.end()]
    .map((cells, place) => ({ number: place + 1, cells }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== '')
}

/** UTF-8, UTF-16 with a byte order mark, else Windows-1252. */
function decode(bytes: Uint8Array): string {
  const [marked] = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that occurs most often in the header line. */
function separatorOf(text: string): string {
  const [titles = ''] = text.split(/[\r\n]/, 1)
  const frequency = (separator: string) => titles.split(separator).length
  return SEPARATORS.reduce((best, each) => (frequency(each) > frequency(best) ? each : best))
}
