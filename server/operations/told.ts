import { countWords } from '../rules/values/count-words.ts'
import type { DataRecord } from './records.ts'

export type Tell = (sentence: string) => void

const EVERY_MS = 200

/** Passes the records on and reports the progress now and then. */
export async function* told(records: AsyncIterable<DataRecord>, tell: Tell): AsyncGenerator<DataRecord> {
  let [rows, images, toldAt] = [0, 0, 0]
  for await (const record of records) {
    if ('image' in record) images += 1
    if ('table' in record) rows += record.rows.length
    if (performance.now() - toldAt > EVERY_MS) {
      toldAt = performance.now()
      tell(`${countWords(rows, 'row')}, ${countWords(images, 'image')}`)
    }
    yield record
  }
  tell('')
}
