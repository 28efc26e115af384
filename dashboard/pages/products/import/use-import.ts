import { useEffect, useRef, useState } from 'react'
import type { ImportOutcome } from '#contract/dashboard/products.ts'
import { columnsUnder } from '#contract/product-csv.ts'
import { call } from '../../../api.ts'
import { useRefresh } from '../../../queries.ts'
import { inSellersWords } from '../../../texts/field-names.ts'
import { texts } from '../../../texts.ts'
import { endOfPart } from './end-of-part.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

export interface CsvFile {
  name: string
  id: string
  titles: string[]
  rows: CsvRow[]
}

/** The progress of an import. */
interface Import {
  file?: CsvFile | undefined
  /** The number of rows sent. */
  done: number
  outcome: ImportOutcome
  problem?: unknown
  /** A message for the seller that is not about an error of ours. */
  note?: string | undefined
}

const FRESH: Import = { done: 0, outcome: { created: 0, updated: 0, refused: [] } }

/** Checked by name, because some systems give old spreadsheets and CSV files the same media type. */
const SPREADSHEET = /\.(xlsx?|ods|numbers)$/i

/** The rows of a CSV file, or why they cannot be imported. */
async function read(chosen: File): Promise<Pick<Import, 'file' | 'note'>> {
  if (SPREADSHEET.test(chosen.name)) return { note: texts.products.importNoCsv(chosen.name) }
  const bytes = await chosen.arrayBuffer().catch(() => undefined)
  if (!bytes) return { note: texts.products.importUnread(chosen.name) }
  const [first, ...rows] = readCsv(new Uint8Array(bytes))
  const titles = first?.cells ?? []
  if (!columnsUnder(titles).includes('name')) return { note: texts.products.importNoTitles(chosen.name) }
  const file = { name: chosen.name, id: crypto.randomUUID(), titles, rows }
  return rows.length === 0 ? { file, note: texts.products.importEmpty } : { file }
}

async function sendPart(
  store: string,
  { id, titles, rows }: CsvFile,
  from: number,
  to: number,
): Promise<ImportOutcome> {
  const outcome = await call('importProducts', {
    store,
    import_id: id,
    first_row: from + 1,
    rows_in_all: rows.length,
    titles,
    rows: rows.slice(from, to).map(({ cells }) => cells),
  })
  const refused = outcome.refused.map((row) => ({ ...row, sentence: inSellersWords(row.sentence) }))
  return { ...outcome, refused }
}

const together = (one: ImportOutcome, other: ImportOutcome): ImportOutcome => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  refused: [...one.refused, ...other.refused],
})

/** Sends a file part by part. Parts are idempotent, so stopping or losing an answer does no harm. */
export function useImport(store: string) {
  const refresh = useRefresh()
  const [work, setWork] = useState(FRESH)
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const { file, done } = work

  const change = (changes: Partial<Import>) => setWork((before) => ({ ...before, ...changes }))
  const sendAll = async (file: CsvFile) => {
    let at = done
    while (at < file.rows.length) {
      if (stopped.current) return change({ note: texts.products.importStopped })
      const sent = endOfPart(file.rows, at)
      const part = await sendPart(store, file, at, sent)
      setWork((before) => ({ ...before, done: sent, outcome: together(before.outcome, part) }))
      at = sent
    }
  }
  const start = async () => {
    if (!file) return
    stopped.current = false
    setRunning(true)
    change({ problem: undefined, note: undefined })
    try {
      await sendAll(file)
    } catch (problem) {
      change({ problem })
    } finally {
      setRunning(false)
      await refresh('listProducts', 'overview')
    }
  }
  const stop = () => {
    stopped.current = true
  }
  // Stops sending when the page is left in any way.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  return {
    ...work,
    running,
    isRunningNow: () => running,
    finished: file !== undefined && done > 0 && done >= file.rows.length,
    choose: async (chosen: File) => {
      setWork(FRESH)
      setWork({ ...FRESH, ...(await read(chosen)) })
    },
    refuse: (note: string) => setWork({ ...FRESH, note }),
    start,
    stop,
    clear: () => setWork(FRESH),
  }
}
