import { PRODUCT_LIMITS } from '#contract/products.ts'

/** What a file says beside a product's stock: what it was, and how many pieces had been sold, when it was exported. */
export interface StockThen {
  stock: number
  sold: number
}

export const writeStockThen = ({ stock, sold }: StockThen): string => `${stock} (${sold} sold)`

/** The cell itself where somebody has changed it. */
export function readStockThen(cell: string): StockThen | string {
  const [, stock, sold] = /^(\d+) \((\d+) sold\)$/.exec(cell.trim()) ?? []
  return stock && sold ? { stock: Number(stock), sold: Number(sold) } : cell
}

/**
 * The stock after an import of a file that says `written`: that many, less what was sold since the export. It depends
 * on the file and the sales alone, so a row that is imported again adds nothing twice. Where the file only repeats the
 * stock, the stock stays as it is.
 */
export function stockByFile(
  written: number,
  then: StockThen | string,
  soldNow: number,
): { stock?: number } | { problem: string } {
  if (typeof then === 'string') {
    const asExported = 'stock_at_export must be as it was exported, as in "3 (14 sold)"'
    return { problem: `${asExported}, or empty to set the stock as it is written` }
  }
  if (written === then.stock) return {}
  const since = soldNow - then.sold
  return since > written
    ? { problem: `stock cannot be ${written}: ${since} were sold since the file was exported` }
    : { stock: Math.min(written - since, PRODUCT_LIMITS.stockMax) }
}
