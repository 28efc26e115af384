import { plainDigits } from '#contract/plain-digits.ts'
import { columnsUnder, PRODUCT_COLUMNS, type ProductColumn } from '#contract/product-csv.ts'
import type { PublicProduct } from '#contract/products.ts'
import { withoutRupeeSigns, writtenNumber } from '#contract/written-number.ts'
import { defaultShortDescription } from './product-row.ts'
import { readStockThen, writeStockThen } from './stock-in-file.ts'

/** With the number of pieces sold, minus those returned. */
type Exported = PublicProduct & { sold: number }

type Cell = { write(product: Exported): string; read(cell: string): unknown }

const text = (of: (product: PublicProduct) => string): Cell => ({ write: of, read: (cell) => cell })

const number = (of: (product: PublicProduct) => number, textOf = (cell: string) => cell): Cell => ({
  write: (product) => String(of(product)),
  read(cell) {
    const text = textOf(cell)
    const value = writtenNumber(text)
    return value === 'unclear' ? new Misread(plainDigits(text).trim()) : (value ?? cell)
  },
})

const rupees = (of: (product: PublicProduct) => number): Cell => number(of, withoutRupeeSigns)

/** A cell whose number can be read in two ways. */
class Misread {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const YES_AND_NO: Record<string, boolean> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
}

const flag = (of: (product: PublicProduct) => boolean): Cell => ({
  write: (product) => String(of(product)),
  read: (cell) => YES_AND_NO[cell.trim().toLowerCase()] ?? cell,
})

/** Stands for a list of one empty item, as opposed to an empty list. */
const ONE_EMPTY = '\\'

/** `red | blue`; a backslash escapes a special character, or a space at an item's end, that belongs to the item. */
const list = (of: (product: PublicProduct) => string[]): Cell => ({
  write(product) {
    const items = of(product)
    if (items.length === 1 && items[0] === '') return ONE_EMPTY
    return items.map((item) => item.replace(/[\\|]|^\s|\s$/g, (sign) => `\\${sign}`)).join(' | ')
  },
  read(cell) {
    if (cell === ONE_EMPTY) return ['']
    return cell.trim() === '' ? [] : itemsOf(cell)
  },
})

/** A character after a backslash is literal; unescaped spaces around an item are not part of it. */
function itemsOf(cell: string): string[] {
  const items: string[] = []
  let item = ''
  /** The length of `item` without bare spaces at its end. */
  let kept = 0
  for (let at = 0; at < cell.length; at++) {
    const isMeant = cell[at] === '\\' && at + 1 < cell.length
    const sign = cell[isMeant ? ++at : at]!
    if (sign === '|' && !isMeant) {
      items.push(item.slice(0, kept))
      item = ''
      kept = 0
      continue
    }
    const isBareSpace = !isMeant && sign.trim() === ''
    if (isBareSpace && item === '') continue
    item += sign
    if (!isBareSpace) kept = item.length
  }
  items.push(item.slice(0, kept))
  return items
}

const json = (of: (product: PublicProduct) => unknown, empty: unknown): Cell => ({
  write: (product) => JSON.stringify(of(product)),
  read(cell) {
    if (cell.trim() === '') return empty
    try {
      return JSON.parse(cell)
    } catch {
      return cell
    }
  },
})

/** Every column of the file: how it is written from a product, and how a cell is read for the product rules. */
const COLUMNS: Readonly<Record<ProductColumn, Cell>> = {
  id: text(({ id }) => id),
  name: text(({ name }) => name),
  price: rupees(({ origional_price }) => origional_price),
  description: text(({ long_description }) => long_description),
  stock: number(({ stock }) => stock),
  stock_at_export: { write: writeStockThen, read: readStockThen },
  current_price: rupees(({ current_price }) => current_price),
  short_description: text(({ short_description }) => short_description),
  shipping_cost: rupees(({ shipping_cost }) => shipping_cost),
  primary_image: text(({ primary_image }) => primary_image ?? ''),
  images: list(({ images }) => images),
  variations: list(({ variations }) => variations),
  size: list(({ size }) => size),
  colors: list(({ colors }) => colors),
  categories: list(({ categories }) => categories),
  is_sale: flag(({ is_sale }) => is_sale),
  is_active: flag(({ is_active }) => is_active),
  custom_questions: json(({ custom_questions }) => custom_questions, []),
  internal_note: text(({ internal_note }) => internal_note),
  metadata: json(({ metadata }) => metadata, {}),
}

export const productCells = (product: Exported): string[] =>
  PRODUCT_COLUMNS.map((column) => COLUMNS[column].write(product))

const MAY_BE_EMPTY = new Set<ProductColumn>([
  'description',
  'short_description',
  'internal_note',
  'primary_image',
])
const LISTS = new Set<ProductColumn>([
  'images',
  'variations',
  'size',
  'colors',
  'categories',
  'custom_questions',
  'metadata',
])

type Row = { id: string | undefined; fields: Record<string, unknown> } | { problem: string; name: string }

/** Far more than any field allows, and three times what a spreadsheet does: splitting megabytes would take long. */
export const LONGEST_CELL = 100_000

/** Returns a reader for rows under these titles. */
export function rowReader(titles: readonly string[]): (cells: readonly string[]) => Row {
  const columns = columnsUnder(titles)
  const places = new Map(PRODUCT_COLUMNS.map((column) => [column, columns.indexOf(column)]))
  const named = titles.findLastIndex((title) => title.trim() !== '') + 1
  return (cells) => {
    const cellOf = (column: ProductColumn) => cells[places.get(column)!]
    const isShifted = cells.length > titles.length || cells.slice(named).some((cell) => cell.trim() !== '')
    const problem = isShifted ? shiftedSentence(cells, named) : longSentence(cellOf)
    return problem ? { problem, name: cellOf('name') ?? '' } : fieldsOfRow(cellOf)
  }
}

type CellOf = (column: ProductColumn) => string | undefined

/** The fields that a row sets. An empty cell leaves a field out of a new product, and empties it in an existing one. */
function fieldsOfRow(cellOf: CellOf): Row {
  const fields: Record<string, unknown> = {}
  const id = cellOf('id')?.trim() || undefined
  for (const name of PRODUCT_COLUMNS) {
    const cell = cellOf(name)
    if (name === 'id' || cell === undefined) continue
    const isEmpty = cell.trim() === ''
    const emptied = id !== undefined && (MAY_BE_EMPTY.has(name) || LISTS.has(name))
    if (isEmpty && !emptied && name !== 'description') continue
    const value = name === 'primary_image' && isEmpty ? null : COLUMNS[name].read(cell)
    if (value instanceof Misread) return { problem: misreadSentence(name, value), name: cellOf('name') ?? '' }
    fields[name] = value
  }
  return { id, fields }
}

/** An unquoted comma in a value shifts all later cells by one column. */
const shiftedSentence = (cells: readonly string[], named: number) =>
  `This row has ${cells.length} cells under ${named} titles: put a value with commas in it into quotes, as in "1,23,456"`

function longSentence(cellOf: CellOf): string | undefined {
  const long = PRODUCT_COLUMNS.find((name) => (cellOf(name)?.length ?? 0) > LONGEST_CELL)
  return long && `${long} must be at most ${LONGEST_CELL.toLocaleString('en-IN')} characters`
}

const misreadSentence = (name: string, { text }: Misread) =>
  `${name} ${text} can be read in two ways: write decimals as 10.50, and commas only between thousands, as in 1,23,456`

/** The columns of a product that a row may repeat; lists as JSON. */
type Repeatable = Record<'short_description' | (typeof KEPT_LISTS)[number], string>

const KEPT_LISTS = ['variations', 'size', 'colors'] as const

/**
 * Drops fields that only repeat what is stored, since that may be longer than the present limits: a short description
 * derived from the description, or choices saved under other limits. `kept` is undefined for a new product.
 */
export function withoutRepeated(fields: Record<string, unknown>, kept: Repeatable | undefined) {
  const short = kept?.short_description ?? defaultShortDescription(String(fields.description ?? ''))
  const isRepeated = (name: string, value: unknown) =>
    name === 'short_description'
      ? value === short
      : KEPT_LISTS.some((list) => list === name && JSON.stringify(value) === kept?.[list])
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isRepeated(name, value)))
}
