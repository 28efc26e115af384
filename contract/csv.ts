/** A cell that a spreadsheet would read as a formula, full-width signs included. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A leading apostrophe keeps a spreadsheet from running the cell as a formula; the reader below removes it. */
const safe = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

const plain = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/** One line of a CSV file. Every cell is quoted, so that no separator of any country splits it. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${safe(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

/** Parses a CSV file as it arrives: any separator, quotes, line ends of any system, a byte order mark. */
export class CsvReader {
  #row: string[] = []
  #cell = ''
  #state: 'start' | 'bare' | 'quoted' | 'closed' = 'start'
  #begun = false
  #afterReturn = false
  readonly #separator: string

  constructor(separator = ',') {
    this.#separator = separator
  }

  /** The rows that are complete after this piece of text. */
  push(text: string): string[][] {
    const rows: string[][] = []
    for (const letter of this.#begun ? text : text.replace(/^\ufeff/, '')) this.#take(letter, rows)
    this.#begun ||= text !== ''
    return rows
  }

  /** The last row, where the file does not end with a line end. */
  end(): string[][] {
    const rows: string[][] = []
    if (this.#row.length > 0 || this.#state !== 'start') this.#endRow(rows)
    return rows
  }

  #take(letter: string, rows: string[][]) {
    const afterReturn = this.#afterReturn
    this.#afterReturn = false
    if (this.#state === 'quoted') {
      if (letter === '"') this.#state = 'closed'
      else this.#cell += letter
    } else if (this.#state === 'closed' && letter === '"') {
      this.#cell += '"'
      this.#state = 'quoted'
    } else if (letter === '"' && this.#state === 'start') this.#state = 'quoted'
    else if (letter === this.#separator) this.#endCell()
    else if (letter === '\n' && afterReturn) return
    else if (letter === '\n' || letter === '\r') {
      this.#afterReturn = letter === '\r'
      this.#endRow(rows)
    } else {
      this.#cell += letter
      this.#state = 'bare'
    }
  }

  #endCell() {
    this.#row.push(plain(this.#cell))
    this.#cell = ''
    this.#state = 'start'
  }

  #endRow(rows: string[][]) {
    this.#endCell()
    rows.push(this.#row)
    this.#row = []
  }
}
