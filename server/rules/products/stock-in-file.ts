import { PRODUCT_LIMITS } from '#contract/products.ts'

/** What the file records beside a product's stock: the stock, and the number of pieces sold, at the time of export. */
export interface StockThen {
  stock: number
  sold: number
}

export const writeStockThen = ({ stock, sold }: StockThen): string => `${stock} (${sold} sold)`

/** Returns the cell itself if somebody has changed its form. */
export function readStockThen(cell: string): StockThen | string {
  const [, stock, sold] = /^(\d+) \((\d+) sold\)$/.exec(cell.trim()) ?? []
  return stock && sold ? { stock: Number(stock), sold: Number(sold) } : cell
}

/**
 * The stock after importing a file that says `written`: that number, minus what was sold since the export. It depends
 * only on the file and the sales, so importing a row again changes nothing. A file that repeats the exported stock
 * leaves the stock unchanged.
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
