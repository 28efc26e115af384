import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ImportOutcome } from '#contract/dashboard/products.ts'
import { ApiError, refuse } from '#contract/errors.ts'
import { sortImageText } from '../../images/uploads.ts'
import { ImageProblem } from '../../rules/images/image-fields.ts'
import { rowReader, withoutRepeated } from '../../rules/products/product-csv.ts'
import { checkNewProduct, checkProductEdit, type ProductInput } from '../../rules/products/product-fields.ts'
import { type StockThen, stockByFile } from '../../rules/products/stock-in-file.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { findProduct, type HeldProduct, soldOf } from '../../storage/products/products.ts'
import type { World } from '../../world.ts'
import { checkedValue } from '../checked-value.ts'
import type { Note } from '../note.ts'
import { createProduct } from './create-product.ts'
import { editProduct } from './edit-product.ts'

interface ImportPart {
  storeId: string
  /** The same for all parts of one file, so that a row that is sent again creates nothing twice. */
  importId: string
  /** When the first part of the file came; the same in all its parts. */
  begunAt: number
  firstRow: number
  titles: readonly string[]
  rows: readonly (readonly string[])[]
}

type RowFields = Record<string, unknown>

/** A row as it stands in the file, and its number there. */
type RowPlace = { row: readonly string[]; number: number }

/** Called for every row that changed something. */
type RowNote = Note<unknown> | undefined

const ROWS_AT_ONCE = 20
/** Rows of a file are dated a millisecond apart, up to this; the rest of a longer file shares one time. */
const MOST_APART_MS = 1_000_000

/** Creates or edits a product per row. Rows are independent: a refused one does not stop the others. */
export async function importProducts(world: World, part: ImportPart, note?: RowNote): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { created: 0, updated: 0, refused: [] }
  const readRow = rowReader(part.titles)
  for (let from = 0; from < part.rows.length; from += ROWS_AT_ONCE) {
    const together = part.rows.slice(from, from + ROWS_AT_ONCE)
    const inOrder = fileOrder()
    const results = await Promise.all(
      together.map(async (row, i) => {
        await ownTurn(i)
        const read = readRow(row)
        const id = 'problem' in read ? undefined : read.id
        return inOrder(id, () =>
          importRow(world, part, read, { row, number: part.firstRow + from + i }, note),
        )
      }),
    )
    for (const [i, result] of results.entries()) {
      if (typeof result === 'string') outcome[result]++
      else outcome.refused.push({ row: part.firstRow + from + i, ...result })
    }
  }
  return outcome
}

/** Gives each row of a batch its own turn of the event loop: reading a row of half a megabyte takes a while. */
async function ownTurn(rowsBefore: number): Promise<void> {
  for (let row = 0; row <= rowsBefore; row++) await setImmediate()
}

/** Rows of one product take effect in the order of the file: each waits for the one before it. */
function fileOrder() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(id: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (id === undefined) return work()
    const key = parseId(id) ?? id
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    last.set(key, done)
    return done
  }
}

async function importRow(
  world: World,
  part: ImportPart,
  read: ReturnType<ReturnType<typeof rowReader>>,
  place: RowPlace,
  note: RowNote,
): Promise<'created' | 'updated' | { name: string; sentence: string }> {
  if ('problem' in read) return { name: read.name, sentence: read.problem }
  const { id, fields } = read
  try {
    if (id === undefined) {
      await createFromRow(world, part, fields, place, note)
      return 'created'
    }
    await editFromRow(world, { storeId: part.storeId, id: parseId(id) ?? '' }, fields, note)
    return 'updated'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { invalid } = error.context
    return {
      name: typeof fields.name === 'string' ? fields.name : '',
      sentence: invalid ? `${error.message}: ${invalid.join(', ')}` : error.message,
    }
  }
}

async function createFromRow(
  world: World,
  { storeId, importId, begunAt }: ImportPart,
  { stock_at_export: _, ...fields }: RowFields,
  { row, number }: RowPlace,
  note: RowNote,
) {
  const input = checkedValue(checkNewProduct(withImages(withoutRepeated(fields, undefined))))
  const once = {
    store_id: storeId,
    operation: 'import_product',
    path: importId,
    key: String(number),
    body_hash: hash('sha256', JSON.stringify(row)),
  }
  await createProduct(world, { storeId, input, once, createdAt: createdInFile(begunAt, number) }, note)
}

/**
 * Lists show the newest first but should keep the file's order, whichever row was written first. So a later row gets an
 * earlier time.
 */
const createdInFile = (begunAt: number, number: number): number =>
  begunAt - Math.min(Math.max(number, 0), MOST_APART_MS)

async function editFromRow(
  world: World,
  { storeId, id }: { storeId: string; id: string },
  { stock_at_export: then, ...fields }: RowFields,
  note: RowNote,
) {
  const kept = await findProduct(world.db, storeId, id)
  if (!kept) throw refuse('product_not_found')
  const input = checkedValue(checkProductEdit(withImages(withoutRepeated(fields, kept))))
  const edit = withStockSince(input, then as StockThen | string | undefined)
  await editProduct(world, { storeId, id, ...edit }, note)
}

/** Subtracts what was sold since the export from the file's stock, so that it is not sold again. */
function withStockSince(input: Partial<ProductInput>, then: StockThen | string | undefined) {
  const { stock: written, ...others } = input
  if (written === undefined || then === undefined) return { input }
  const by = (kept: HeldProduct) => {
    const since = stockByFile(written, then, soldOf(kept))
    if ('problem' in since) throw refuse('invalid_field', { sentence: since.problem })
    return since
  }
  return { input: others, by }
}

/** A file names its images by URL; anything else is no image. */
function withImages(fields: Record<string, unknown>): Record<string, unknown> {
  const checked = (value: unknown) => {
    if (typeof value !== 'string') return value
    const sorted = sortImageText(value)
    return 'url' in sorted ? sorted.url : new ImageProblem('problem' in sorted ? sorted.problem : 'format')
  }
  const { primary_image, images } = fields
  return {
    ...fields,
    ...(primary_image !== undefined && { primary_image: checked(primary_image) }),
    ...(Array.isArray(images) && { images: images.map(checked) }),
  }
}
