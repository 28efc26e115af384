import { CsvReader } from '#contract/csv.ts'

const BYTE_ORDER_MARKS = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const SEPARATORS = [',', ';', '\t']

export interface CsvRow {
  /** The row number in a spreadsheet: the header line is row 1, and blank rows count. */
  number: number
  cells: string[]
}

/**
 * The rows of a CSV file from any spreadsheet, country and system. Spreadsheets save rows and columns that were emptied
 * as blank cells: blank rows are left out, and so are blank cells beyond the titles.
 */
export function readCsv(bytes: Uint8Array): CsvRow[] {
  const text = decode(bytes)
  const reader = new CsvReader(separatorOf(text))
  const rows = [...reader.push(text), ...reader.end()]
    .map((cells, place) => ({ number: place + 1, cells }))
    .filter(({ cells }) => cells.some(isWritten))
  const titles = rows[0]?.cells.length ?? 0
  return rows.map(({ number, cells }) => ({
    number,
    cells: cells.slice(0, Math.max(titles, writtenEnd(cells))),
  }))
}

const isWritten = (cell: string) => cell.trim() !== ''

/** The place after the last cell that is not blank. */
const writtenEnd = (cells: readonly string[]) =>
  cells.reduce((end, cell, place) => (isWritten(cell) ? place + 1 : end), 0)

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
