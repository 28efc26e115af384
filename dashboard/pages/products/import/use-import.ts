import { useEffect, useRef, useState } from 'react'
import { IMPORT_ROWS_MOST, type ImportOutcome } from '#contract/dashboard/products.ts'
import { columnsUnder } from '#contract/product-csv.ts'
import { call } from '../../../api.ts'
import { useRefresh } from '../../../queries.ts'
import { texts } from '../../../texts.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

export interface CsvFile {
  name: string
  id: string
  titles: string[]
  rows: CsvRow[]
}

const NOTHING: ImportOutcome = { created: 0, updated: 0, refused: [] }
const PART = Math.min(50, IMPORT_ROWS_MOST)

/** Some systems call an old spreadsheet by the same type as a CSV file. */
const SPREADSHEET = /\.(xlsx?|ods|numbers)$/i

/** The rows of a CSV file, or why they cannot be imported. */
async function read(chosen: File): Promise<{ file: CsvFile } | { note: string }> {
  if (SPREADSHEET.test(chosen.name)) return { note: texts.products.importNoCsv(chosen.name) }
  const [first, ...rows] = readCsv(new Uint8Array(await chosen.arrayBuffer()))
  const titles = first?.cells ?? []
  if (!columnsUnder(titles).includes('name')) return { note: texts.products.importNoTitles(chosen.name) }
  return { file: { name: chosen.name, id: crypto.randomUUID(), titles, rows } }
}

const sendPart = (store: string, { id, titles, rows }: CsvFile, from: number) =>
  call('importProducts', {
    store,
    import_id: id,
    first_row: from + 1,
    rows_in_all: rows.length,
    titles,
    rows: rows.slice(from, from + PART).map(({ cells }) => cells),
  })

const together = (one: ImportOutcome, other: ImportOutcome): ImportOutcome => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  refused: [...one.refused, ...other.refused],
})

/** Sends a file part by part. A part sent twice does nothing twice, so a stop or a lost answer is harmless. */
export function useImport(store: string) {
  const refresh = useRefresh()
  const [file, setFile] = useState<CsvFile>()
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<ImportOutcome>(NOTHING)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [note, setNote] = useState<string>()
  const stopped = useRef(false)

  const clear = () => {
    setFile(undefined)
    setDone(0)
    setOutcome(NOTHING)
    setProblem(undefined)
    setNote(undefined)
  }
  const refuse = (sentence: string) => {
    clear()
    setNote(sentence)
  }
  const choose = async (chosen: File) => {
    clear()
    const found = await read(chosen)
    if ('note' in found) return setNote(found.note)
    setFile(found.file)
    if (found.file.rows.length === 0) setNote(texts.products.importEmpty)
  }
  const start = async () => {
    if (!file) return
    stopped.current = false
    setRunning(true)
    setProblem(undefined)
    setNote(undefined)
    try {
      for (let at = done; at < file.rows.length; at += PART) {
        if (stopped.current) return setNote(texts.products.importStopped)
        const part = await sendPart(store, file, at)
        setOutcome((before) => together(before, part))
        setDone(Math.min(at + PART, file.rows.length))
      }
    } catch (error) {
      setProblem(error)
    } finally {
      setRunning(false)
      await refresh('listProducts', 'overview')
    }
  }
  const stop = () => {
    stopped.current = true
  }
  // However the page is left, nothing more is sent from it.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const isRunningNow = () => running
  const finished = file !== undefined && done > 0 && done >= file.rows.length
  return {
    file,
    done,
    outcome,
    running,
    isRunningNow,
    problem,
    note,
    finished,
    choose,
    refuse,
    start,
    stop,
    clear,
  }
}
