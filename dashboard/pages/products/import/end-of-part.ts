import { IMPORT_CELLS_MOST, IMPORT_ROWS_MOST } from '#contract/dashboard/products.ts'
import type { CsvRow } from './read-csv.ts'

const MOST_ROWS = Math.min(50, IMPORT_ROWS_MOST)

/** The end (exclusive) of the part that starts at `from`. Counts cells too: a file may have thousands of columns. */
export function endOfPart(rows: readonly Pick<CsvRow, 'cells'>[], from: number): number {
  let cells = 0
  const after = rows.findIndex(({ cells: { length } }, at) => {
    if (at < from) return false
    cells += length
    return at > from && (at === from + MOST_ROWS || cells > IMPORT_CELLS_MOST)
  })
  return after === -1 ? rows.length : after
}
